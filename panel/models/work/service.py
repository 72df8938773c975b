"""What the tab can do with models. Whatever takes long goes on in threads; a page only asks how far
it is. Knows nothing of pages: who may press what is decided before it is asked."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from models.catalogue import extras, own_entries
from models.catalogue.catalogue import language_model, spec
from models.catalogue.spec import ModelSpec
from models.fetch import queue as waiting
from models.fetch.job import Patience
from models.files import store, upkeep
from models.files.upkeep import Finding
from models.runtime.errors import ModelError
from panel.models.work import adding, memory, optional_parts
from panel.models.work.fetcher import Fetcher, Fetching
from panel.models.work.jobs import Ending, Jobs, Telling, Work
from panel.models.work.memory import Runs
from panel.models.work.overview import Looking, Overview, look
from panel.models.work.words import problem, size

STOPPED_BY = "the Models tab"


@dataclass(frozen=True, slots=True)
class Downloads:
    """What is on its way; `trouble` when the list cannot be read."""

    models: tuple[Fetching, ...] = ()
    trouble: str = ""


class Service:
    """One for the panel; all calls may come from any thread and return at once."""

    def __init__(self, runs: Runs, patience: Patience | None = None) -> None:
        self.runs = runs
        self._damaged: dict[str, list[Finding]] = {}
        self._use_when_here = ""
        self._lock = threading.Lock()
        self._looking = Looking(lambda: look(self._troubles()))
        self.jobs = Jobs(self._looking.touch)
        self._fetcher = Fetcher(self._arrived, patience)

    def overview(self) -> Overview | None:
        return self._looking.read()

    def downloads(self) -> Downloads:
        try:
            return Downloads(self._fetcher.read())
        except ModelError as error:
            return Downloads(trouble=problem(error))

    def get(self, model_id: str) -> None:
        """Fetch a model whose licence was accepted, or go on with it."""
        self._at_once(lambda: self._fetcher.get(spec(model_id)), "Download", model_id)

    def get_set(self, model_ids: tuple[str, ...]) -> None:
        """Fetch what is missing of a set, and use its language model as soon as it is here."""

        def begin() -> None:
            models = [spec(one) for one in model_ids]
            chosen = next((one for one in models if one.role == "language"), None)
            for model in models:
                if not store.ready(model):
                    self._fetcher.get(model)
            if chosen is not None and store.ready(chosen):
                store.select(chosen.id)
            elif chosen is not None:
                self._use_when_here = chosen.id

        self._at_once(begin, "Recommended models")

    def pause(self, model_id: str) -> None:
        self._at_once(lambda: self._fetcher.pause(model_id), "Pause", model_id)

    def cancel(self, model_id: str) -> None:
        """Give a fetch up and delete what is here of it."""

        def work(tell: Telling) -> Ending:
            model = spec(model_id)
            self._fetcher.cancel(model)
            return Ending(f"The download of {model.name} was cancelled.")

        self._begin("Cancelling a download", model_id, work)

    def use(self, model_id: str) -> None:
        """Use a language model from the next run on."""

        def choose() -> None:
            model = language_model(model_id)
            if not store.ready(model):
                raise ModelError(f"{model.name} is not on this machine yet.", "Download it first.")
            store.select(model.id)
            self._use_when_here = ""
            if self.runs.running:
                self.jobs.note(
                    "A run is going on",
                    Ending(
                        f"It keeps its model. {model.name} is used from the next run on.",
                        offers=("stop-run",),
                    ),
                )

        self._at_once(choose, "Use", model_id)

    def load(self, model_id: str) -> None:
        """Load a language model into memory now; while a run uses another one it waits for it."""
        self._begin("Loading", model_id, partial(memory.load, model_id, self.runs))

    def unload(self) -> None:
        """Free the memory of all models; waits for a run that uses one."""
        self._begin("Freeing memory", "", partial(memory.unload, self.runs))

    def measure(self, model_id: str) -> None:
        self._begin("Measuring", model_id, partial(memory.measure, model_id, self.runs))

    def check(self, model_id: str) -> None:
        """Read every byte of a model's files, and say what is wrong."""

        def work(tell: Telling) -> Ending:
            model = spec(model_id)
            tell(f"Reading every byte of {model.name}…")
            wrong = [one for one in upkeep.findings([model]) if one.problem]
            with self._lock:
                self._damaged.pop(model.id, None)
                if wrong:
                    self._damaged[model.id] = wrong
            if wrong:
                said = "\n".join(one.problem for one in wrong)
                return Ending(
                    f"{said}\nIt is not used in this state.", good=False, offers=("mend",)
                )
            return Ending(f"All files of {model.name} are intact.")

        self._begin("Checking", model_id, work)

    def mend(self, model_id: str) -> None:
        """Delete what a check found damaged, and fetch it again."""

        def work(tell: Telling) -> Ending:
            model = spec(model_id)
            if memory.in_use(model_id, self.runs):
                raise ModelError("A run uses this model. Wait until it has ended.")
            memory.let_go(model_id)
            with self._lock:
                wrong = self._damaged.pop(model_id, [])
            for one in wrong:
                # A link's target is the person's own file, elsewhere.
                if upkeep.damaged(one) and one.path == store.file_path(model, one.file):
                    one.path.unlink()
            self._fetcher.get(model)
            return Ending("The damaged files were deleted and are being downloaded again.")

        self._begin("Repairing", model_id, work)

    def remove(self, model_id: str) -> None:
        """Delete the files of a model."""

        def work(tell: Telling) -> Ending:
            model = spec(model_id)
            if memory.in_use(model_id, self.runs):
                raise ModelError("A run uses this model. Wait until it has ended.")
            memory.let_go(model_id)
            freed = upkeep.remove(model)
            with self._lock:
                self._damaged.pop(model_id, None)
            return Ending(f"{model.name} was removed. {size(freed)} were freed.")

        self._begin("Removing", model_id, work)

    def forget(self, model_id: str) -> None:
        """Take one of the person's own models out of the list; its files go too."""

        def work(tell: Telling) -> Ending:
            model = spec(model_id)
            if store.selected() == model_id:
                raise ModelError("This is the model in use.", "Choose another one first.")
            if self._fetcher.fetches(model_id):
                raise ModelError("It is being downloaded.", "Cancel the download first.")
            memory.let_go(model_id)
            if upkeep.files_of(model):
                upkeep.remove(model)
            waiting.drop(model_id)
            own_entries.forget(model_id)
            return Ending(f"{model.name} is no longer in the list.")

        self._begin("Removing from the list", model_id, work)

    def install(self, name: str) -> None:
        """Install an optional part."""
        if name in optional_parts.PARTS:
            title = f"Installing {extras.extra(name).title}"
            self._begin(title, optional_parts.about(name), partial(optional_parts.install, name))

    def add(self, wish: adding.OnTheNet) -> None:
        """Look at a file of Hugging Face or of an address, and add it to the list."""
        self._begin("Adding a model", "", partial(adding.add, wish))

    def bring(self, wish: adding.OnThisMachine) -> None:
        """Take a file or folder of this machine."""
        self._begin("Importing", "", partial(adding.bring, wish))

    def connect(self, wish: adding.OnAServer) -> None:
        """Add a model of a server."""
        self._begin("Asking the server", "", partial(adding.connect, wish))

    def stop_run(self) -> None:
        self.runs.stop(STOPPED_BY)

    def _begin(self, title: str, model_id: str, work: Work) -> None:
        if not self.jobs.start(title, model_id, work):
            self.jobs.note(title, Ending("Wait until the other work on this model is done.", False))

    def _at_once(self, act: Callable[[], None], title: str, about: str = "") -> None:
        try:
            act()
        except (ModelError, OSError) as error:
            self.jobs.note(title, Ending(problem(error), good=False, about=about))
        self._looking.touch()

    def _arrived(self, model: ModelSpec | None) -> None:
        if model is not None and model.id == self._use_when_here:
            self._use_when_here = ""
            self._at_once(lambda: store.select(model.id), "Use", model.id)
        self._looking.touch()

    def _troubles(self) -> dict[str, str]:
        with self._lock:
            return {
                one: "A check found it damaged." for one, wrong in self._damaged.items() if wrong
            }
