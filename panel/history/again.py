"""Deciding again in the background: one run and one model at a time, with progress and a stop."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, replace

from agent.run_again import Answer, decide_again, questions
from agent.run_reading import StoredRun
from models import loaded, store
from models.catalogue import catalogue
from models.errors import ModelError
from models.llm import LanguageModel

Opening = Callable[[str, threading.Event], AbstractContextManager[LanguageModel]]
_NOTHING_ASKED = "In this run no model was asked: at each step there was only one thing to do."


@dataclass(frozen=True, slots=True)
class Asked:
    """How far it is: the answers so far of `total`; `ended` is how it ended, '' while it goes
    on."""

    run: str = ""
    model: str = ""
    total: int = 0
    answers: tuple[Answer, ...] = ()
    ended: str = ""

    @property
    def going(self) -> bool:
        return bool(self.run) and not self.ended


class Again:
    """`opening` gives the model with an id for one question, so that a task that is started
    meanwhile need not wait for all of them."""

    def __init__(self, opening: Opening | None = None) -> None:
        self._opening = opening or _opened
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
                with self._opening(model_id, stop) as model:
                    answer = decide_again(step, model, stop)
                if answer is None or stop.is_set():
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
                self._asked = replace(self._asked, ended=ended)


def models_here() -> list[str]:
    """The language models whose weights are on this machine; none on a server, so that nothing of
    the record goes there."""
    languages = [model for model in catalogue().values() if model.role == "language"]
    return [model.id for model in languages if store.installed(model) is not None]


@contextmanager
def _opened(model_id: str, stop: threading.Event) -> Iterator[LanguageModel]:
    model = loaded.load(model_id, stop=stop)
    with loaded.lease(model):
        yield model
