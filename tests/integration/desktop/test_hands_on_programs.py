"""A file dragged in a real file manager (GTK), a list that opens under the mouse, dates and times
typed into the parts of Qt's entries, and a slider of Tk that is moved by its handle."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from agent.actions import Drag, SetSlider, TypeText
from agent.computer.controller import PyAutoGuiController
from agent.computer.executor import Hands
from agent.control.stop import StopSwitch
from agent.desktop.virtual_desktop import Desktop
from agent.perception.settle import settle
from tests.support.needs import need
from tests.support.timing import waited_for
from vision.capture.screen import MssScreen
from vision.capture.windows import Window, activate, list_windows
from vision.core.elements import Element, ElementMap, State
from vision.core.geometry import Box, Point
from vision.ocr.engine import TextRecognizer


def shown(title: str) -> Window:
    """The window of this title, in front."""

    def found() -> Window | None:
        return next((w for w in list_windows() if title in w.title and not w.popup), None)

    window = waited_for(found)
    assert window is not None
    waited_for(lambda: activate(window))
    return window


def test_a_file_is_dragged_into_a_folder(
    desktop: Desktop, controller: PyAutoGuiController, rapid: TextRecognizer, tmp_path: Path
):
    need("thunar")
    place = tmp_path / "here"
    (place / "ARCHIVE").mkdir(parents=True)
    (place / "parcel.txt").write_text("inside")
    process = desktop.launch(["thunar", str(place)])
    try:
        window = shown("here")

        def look() -> ElementMap:
            shot = settle(MssScreen().grab, StopSwitch())
            words = [
                word for word in rapid.read(shot.pixels) if window.box.contains(word.box.center)
            ]
            elements = [Element(n, "icon", w.text, w.box) for n, w in enumerate(words, 1)]
            return ElementMap(tuple(elements), shot)

        names = {"ARCHIVE", "parcel.txt"}
        waited_for(lambda: names <= {e.text for e in look().elements})
        map_ = look()
        ids = {e.text: e.id for e in map_.elements}
        hands = Hands(controller, MssScreen(), look, lambda: (), StopSwitch(), {})
        hands.carry_out(Drag(ids["parcel.txt"], ids["ARCHIVE"]), map_)
        waited_for((place / "ARCHIVE" / "parcel.txt").exists)
        assert not (place / "parcel.txt").exists()
    finally:
        process.kill()
        process.wait()


def test_a_list_that_opens_under_the_mouse_stays_open(
    desktop: Desktop, controller: PyAutoGuiController, rapid: TextRecognizer
):
    need("zenity")
    combo = ["--add-combo=Size", "--combo-values=Small|Medium|Large"]
    process = desktop.launch(["zenity", "--forms", "--title=Order of it", *combo])
    try:
        window = shown("Order of it")
        words = rapid.read(settle(MssScreen().grab, StopSwitch()).pixels)
        label = next(w.box for w in words if w.text == "Size" and window.box.contains(w.box.center))
        controller.click(Point(window.box.right - 60, label.center.y))
        waited_for(lambda: any(w.popup for w in list_windows()))
        words = rapid.read(settle(MssScreen().grab, StopSwitch()).pixels)
        assert any(w.popup for w in list_windows())
        large = next(w.box for w in words if w.text == "Large")
        controller.click(large.center)
        waited_for(lambda: not any(w.popup for w in list_windows()))
        words = rapid.read(settle(MssScreen().grab, StopSwitch()).pixels)
        assert "Large" in {w.text for w in words}
    finally:
        process.kill()
        process.wait()


QT = """
import json, sys
from pathlib import Path
from PyQt5.QtCore import QDate, QPoint, QTime, QTimer
from PyQt5.QtWidgets import QApplication, QDateEdit, QFormLayout, QLineEdit, QTimeEdit, QWidget
app = QApplication(sys.argv)
window = QWidget(windowTitle="times of it")
entries = [QTimeEdit(QTime(7, 15)), QDateEdit(QDate(2024, 1, 31)), QLineEdit("07:15"),
           QTimeEdit(QTime(7, 15))]
entries[1].setDisplayFormat("dd.MM.yyyy")
entries[3].setDisplayFormat("HH:mm")
form = QFormLayout(window)
for entry in entries:
    form.addRow(entry)
def tell():
    at = [entry.mapToGlobal(QPoint(0, 0)) for entry in entries]
    told = [[entry.text(), p.x(), p.y(), p.x() + entry.width(), p.y() + entry.height()]
            for entry, p in zip(entries, at)]
    Path(sys.argv[1] + ".new").write_text(json.dumps(told))
    Path(sys.argv[1] + ".new").rename(sys.argv[1])
timer = QTimer()
timer.timeout.connect(tell)
timer.start(50)
window.show()
app.exec_()
"""


def test_dates_and_times_of_qt(desktop: Desktop, controller: PyAutoGuiController, tmp_path: Path):
    need("/usr/bin/python3")
    told = tmp_path / "told"
    process = desktop.launch(["/usr/bin/python3", "-c", QT, str(told)])
    try:
        shown("times of it")
        waited_for(told.exists)

        def look() -> ElementMap:
            shot = settle(MssScreen().grab, StopSwitch())
            fields = [
                Element(number, "field", "", Box(*box), State(value=value))
                for number, (value, *box) in enumerate(json.loads(told.read_text()), 1)
            ]
            return ElementMap(tuple(fields), shot)

        hands = Hands(controller, MssScreen(), look, lambda: (), StopSwitch(), {})
        for number, text in ((1, "6:45"), (2, "29.02.2028"), (3, "06:45"), (4, "06:45")):
            hands.carry_out(TypeText(text, number), look())
        values = [each.state.value for each in look().elements]
        assert values == ["06:45:00", "29.02.2028", "06:45", "06:45"]
    finally:
        process.kill()
        process.wait()


TK = """
import json, sys, tkinter
from pathlib import Path
root = tkinter.Tk()
root.title("gain of it")
root.geometry("500x200+100+100")
scale = tkinter.Scale(root, from_=0, to=300, length=400, orient="horizontal", showvalue=False)
scale.pack(pady=20)
label = tkinter.Label(root, font=("", 14))
label.pack()
def tell(value):
    label["text"] = value
    root.update()
    box = lambda w: [w.winfo_rootx(), w.winfo_rooty(), w.winfo_rootx() + w.winfo_width(),
                     w.winfo_rooty() + w.winfo_height()]
    told = {"value": value, "scale": box(scale), "label": box(label)}
    Path(sys.argv[1] + ".new").write_text(json.dumps(told))
    Path(sys.argv[1] + ".new").rename(sys.argv[1])
scale["command"] = tell
root.after(300, tell, "0")
root.mainloop()
"""


@pytest.mark.parametrize("value", ["300", "137"])
def test_a_slider_of_tk(
    desktop: Desktop, controller: PyAutoGuiController, tmp_path: Path, value: str
):
    told = tmp_path / "told"
    process = desktop.launch([sys.executable, "-c", TK, str(told)])
    try:
        shown("gain of it")
        waited_for(told.exists)

        def look() -> ElementMap:
            shot = settle(MssScreen().grab, StopSwitch())
            now = json.loads(told.read_text())
            return ElementMap(
                (
                    Element(1, "slider", "Gain", Box(*now["scale"])),
                    Element(2, "text", now["value"], Box(*now["label"])),
                ),
                shot,
            )

        hands = Hands(controller, MssScreen(), look, lambda: (), StopSwitch(), {})
        hands.carry_out(SetSlider(1, value), look())
        assert json.loads(told.read_text())["value"] == value
    finally:
        process.kill()
        process.wait()
