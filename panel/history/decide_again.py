"""Deciding again in the background: one run and one model at a time, with progress and a stop."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, replace

from agent.control.remote import live_runs
from agent.records.reader import StoredRun, StoredStep
from agent.records.replay_decisions import Answer, decide_again, questions
from models.catalogue.catalogue import catalogue
from models.files import store
from models.memory import loaded
from models.runtime.errors import ModelError
from models.runtime.llm import LanguageModel

Opening = Callable[[str, threading.Event], AbstractContextManager[LanguageModel | None]]
"""Holds the model with an id for one question; None when a task took its place meanwhile."""
_LOOK_SECONDS = 0.3
_NOTHING_ASKED = "In this run no model was asked: at each step there was only one thing to do."


@dataclass(frozen=True, slots=True)
class Asked:
    """How far it is: the answers so far of `total`; `ended` is how it ended, '' while it goes
    on. With `waiting` it lets a task go first."""

    run: str = ""
    model: str = ""
    total: int = 0
    answers: tuple[Answer, ...] = ()
    ended: str = ""
    waiting: bool = False

    @property
    def going(self) -> bool:
        return bool(self.run) and not self.ended


class Again:
    """A task that is started meanwhile waits for one question at most, and the next question for
    its end: `busy` says whether one goes on."""

    def __init__(
        self, opening: Opening | None = None, busy: Callable[[], bool] | None = None
    ) -> None:
        self._opening = opening or _opened
        self._busy = busy or _a_run_goes_on
        self._lock = threading.Lock()
        self._asked = Asked()
        self._stop = threading.Event()

    def read(self) -> Asked:
        with self._lock:
            return self._asked

    def start(self, run: StoredRun, model_id: str) -> None:
        """Begin, unless another one goes on."""
        with self._lock:
            if self._asked.going:
                return
            steps = questions(run)
            self._asked = Asked(run.folder.name, model_id, len(steps))
            if not steps:
                self._asked = replace(self._asked, ended=_NOTHING_ASKED)
                return
            self._stop = threading.Event()
        thread = threading.Thread(target=self._work, args=(run, model_id, self._stop), daemon=True)
        thread.start()

    def stop(self) -> None:
        """End it within a second; what was answered stays."""
        self._stop.set()

    def _work(self, run: StoredRun, model_id: str, stop: threading.Event) -> None:
        ended = "Stopped."
        try:
            for step in questions(run):
                answer = self._answer(step, model_id, stop)
                if answer is None:
                    break
                with self._lock:
                    answers = (*self._asked.answers, answer)
                    self._asked = replace(self._asked, answers=answers)
            else:
                ended = "Finished."
        except (ModelError, OSError) as problem:
            ended = "Stopped." if stop.is_set() else str(problem)
        except Exception as problem:
            ended = f"A defect in Deskhand: {problem!r}. Please report it."
            raise
        finally:
            with self._lock:
                self._asked = replace(self._asked, ended=ended, waiting=False)

    def _answer(self, step: StoredStep, model_id: str, stop: threading.Event) -> Answer | None:
        """None when it was stopped."""
        answer = None
        while answer is None and self._may_go_on(stop):
            with self._opening(model_id, stop) as model:
                if model is not None:
                    answer = decide_again(step, model, stop)
        return answer

    def _may_go_on(self, stop: threading.Event) -> bool:
        """Wait until no task goes on; False when it is stopped."""
        while not stop.is_set():
            busy = self._busy()
            with self._lock:
                self._asked = replace(self._asked, waiting=busy)
            if not busy:
                return True
            stop.wait(_LOOK_SECONDS)
        return False


def models_here() -> list[str]:
    """The language models whose weights are on this machine; none on a server, so that nothing of
    the record goes there."""
    languages = [model for model in catalogue().values() if model.role == "language"]
    return [model.id for model in languages if store.installed(model) is not None]


def _a_run_goes_on() -> bool:
    return bool(live_runs())


@contextmanager
def _opened(model_id: str, stop: threading.Event) -> Iterator[LanguageModel | None]:
    model = loaded.load(model_id, stop=stop)
    with loaded.lease(model):
        # Between the two lines above a task may have put its own model in the place.
        yield model if loaded.holds(model_id) else None
