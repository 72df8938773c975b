"""The task of the wizard in four wordings."""

from __future__ import annotations

from benchmarks.harness.jobs import Job
from benchmarks.wizard.plan import AFTER, BEFORE, COMMAND
from benchmarks.wizard.wordings import told

_OTHER_VERBS = f"""\
Take the tool CuboidVolume into the program, using the open wizard and going through all of its \
pages. The kind of tool: Command line tool. Give it the name CuboidVolume, the icon path \
icons/cuboid.png, the group path Geometry/Solids and the description Computes the volume of a \
cuboid (the documentation docs/cuboid.pdf is welcome too). As contact put Ada Lovelace, \
ada@example.org. Create the inputs length, width and height, all of data type Float, handling \
Constant, constraint Required. On Outputs create volume, data type Float; on Verification you are \
free to check Check all inputs before each run. You are also free to create a property, key unit, \
value metre. Create a launch setting: tool directory C:/tools/cuboid, working directory C:/work, \
version 1.0. The working directory is to be removed After each run. Commands run in the Tool \
directory; use Command(s) for Windows with {COMMAND}. Before the execution run {BEFORE}, and, if \
you want, {AFTER} after it. Close with Finish."""

_WITH_EXCEPTIONS = f"""\
With the wizard on the screen, page by page, integrate a new tool, and never press Cancel. It is \
not a spreadsheet, a shared library or a web service but a "Command line tool". Name: \
"CuboidVolume"; icon path: "icons/cuboid.png"; group path: "Geometry/Solids"; description: \
"Computes the volume of a cuboid"; "docs/cuboid.pdf" may be given as documentation but need not \
be. Contact: nobody but "Ada Lovelace", "ada@example.org". Add the inputs "length", "width" and \
"height" and no others, each with the data type "Float" (not Integer), the handling "Constant" \
(not Queue) and the constraint "Required". On the Outputs tab add nothing except "volume", data \
type "Float". On the Verification tab "Check all inputs before each run" may be ticked. One \
property, key "unit" and value "metre", is allowed but not required. Add a launch setting with \
the tool directory "C:/tools/cuboid", the working directory "C:/work" and the version "1.0"; the \
working directory must not be kept: delete it "After each run". Run the commands in the "Tool \
directory", not in the working directory, and do not forget to tick "Command(s) for Windows" \
with the command "{COMMAND}". The pre-execution script is "{BEFORE}"; a post-execution script, \
"{AFTER}", is allowed. Do not press Finish before all of this is done; then press it."""

_GERMAN = f"""\
Nimm mit dem Assistenten auf dem Bildschirm Seite für Seite ein neues Werkzeug auf. Es ist ein \
„Command line tool“. Es heißt „CuboidVolume“, der Icon path ist „icons/cuboid.png“, der Group \
path „Geometry/Solids“ und die Description „Computes the volume of a cuboid“; wenn du willst, gib \
als Documentation „docs/cuboid.pdf“ an. Ansprechpartnerin ist „Ada Lovelace“ mit der E-Mail \
„ada@example.org“. Füge drei Eingänge hinzu: „length“, „width“ und „height“, jeder mit Data type \
„Float“, Handling „Constant“ und Constraint „Required“. Füge auf dem Reiter Outputs einen Ausgang \
hinzu: „volume“ mit Data type „Float“. Auf dem Reiter Verification darfst du „Check all inputs \
before each run“ ankreuzen. Eine Property ist nicht nötig, erlaubt ist eine mit dem Key „unit“ und \
dem Value „metre“. Füge eine Launch setting mit dem Tool directory „C:/tools/cuboid“, dem Working \
directory „C:/work“ und der Version „1.0“ hinzu und lass das Arbeitsverzeichnis „After each run“ \
löschen. Führe die Befehle im „Tool directory“ aus, kreuze „Command(s) for Windows“ an und gib den \
Befehl „{COMMAND}“ ein. Das Pre-execution script ist „{BEFORE}“, das Post-execution script darf \
„{AFTER}“ sein. Drücke zum Schluss Finish."""

TASKS = (told(Job("wizard", 0)), _OTHER_VERBS, _WITH_EXCEPTIONS, _GERMAN)
"""The usual one, one with other verbs and without quotes, one with exceptions, and a German one."""
