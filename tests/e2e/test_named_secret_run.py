"""Whole runs with a named secret: the program gets it, and nothing that is kept, told or asked."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import keyring
import numpy as np
import pytest
from PIL import Image

from agent.control.stop import StopSwitch
from agent.desktop.virtual_desktop import Desktop
from agent.errors import AgentError
from agent.events import Answer, Asking, Judged, Seen
from agent.run import Settings, run_task
from agent.secrets import keyring_store as vault
from models.runtime.llm import Message
from models.runtime.scripted import ScriptedModel
from tests.support.as_told import Told, obliging
from tests.support.memory_keyring import LockedKeyring, MemoryKeyring
from tests.support.whole_runs import opened_form

SECRET = "hunter2!"
TASK = "Enter { Secret: Mail } as full name and press Save"
WISHES: list[dict[str, Any]] = [
    {"type into": "Full name field", "text": "{secret:mail}"},
    {"click": "Save button"},
]


@pytest.fixture
def ring() -> Iterator[MemoryKeyring]:
    before = keyring.core._keyring_backend
    ring = MemoryKeyring()
    keyring.set_keyring(ring)
    vault.keep("mail", SECRET)
    ring.asked.clear()
    yield ring
    keyring.core._keyring_backend = before


@pytest.mark.smoke
def test_it_is_typed_and_stays_unknown_to_model_and_record(
    desktop: Desktop, data_folder: Path, tmp_path: Path, ring: MemoryKeyring
) -> None:
    """Into a field that shows it in plain text: the worst case."""
    told = Told()
    asked_model: list[str] = []
    answer = obliging(WISHES)
    looked_up: list[list[str]] = []

    def watched(messages: Sequence[Message], grammar: str | None) -> str:
        asked_model.extend([*(message.content for message in messages), grammar or ""])
        return answer(messages, grammar)

    def allow(question: Asking, stop: StopSwitch) -> Answer:
        looked_up.append([name for name in ring.asked if name == "mail"])
        return "once"

    with opened_form(desktop, tmp_path) as form:
        settings = Settings(max_steps=2, safety="risky", keep_secrets=True)
        model = ScriptedModel(watched)
        run_task(
            TASK,
            tell=told,
            stop=StopSwitch(),
            settings=settings,
            model=model,
            eyes=form.eyes,
            asker=allow,
        )
        assert form.told()[-1] == {"what": "saved", "name": SECRET, "news": False}
    # It was asked about, and looked up only after the answer.
    assert told.of(Asking)[0].why == ("It types a secret from your keyring.",)
    assert told.of(Judged)[0].allowed
    assert looked_up[0] == []
    assert told.outcome.kind == "done"
    assert told.descriptions[0] == "type “{secret:mail}” into “Full name” (field)"
    assert told.steps[0].effect.kind == "confirmed"
    assert json.loads((told.folder / "task.json").read_text("utf-8"))["task"] == (
        "Enter {secret:mail} as full name and press Save"
    )
    # What the model read, what was told, what is on disk.
    assert len(asked_model) > 4
    for text in [*asked_model, repr([e for e in told.events if not isinstance(e, Seen)])]:
        assert SECRET not in text
        assert "hunter" not in text
    for path in told.folder.iterdir():
        assert SECRET.encode() not in path.read_bytes(), path.name
    # The field with the secret in plain sight, as it was kept and as it was shown.
    seen = told.of(Seen)[-1].map
    (field,) = [e for e in seen.elements if e.kind == "field"]
    assert field.state.value == "{secret:mail}"
    with Image.open(told.folder / "final.png") as image:
        kept = np.asarray(image.convert("RGB"))
    box = field.box
    for pixels in (kept, seen.screenshot.pixels):
        part = pixels[box.top : box.bottom, box.left : box.right]
        assert (part == part[0, 0]).all(), "painted over"


@pytest.mark.parametrize(
    ("task", "said"),
    [
        ("Type {secret:bank} into Full name", "no secret “bank”.*deskhand secrets set bank"),
        ("Type {secret mail} into Full name", "is not a reference to a secret"),
    ],
)
def test_a_secret_that_is_not_there_ends_it_before_it_begins(
    desktop: Desktop, data_folder: Path, ring: MemoryKeyring, task: str, said: str
) -> None:
    told = Told()
    with pytest.raises(AgentError, match=said):
        run_task(task, tell=told, stop=StopSwitch(), model=ScriptedModel(obliging()))
    assert told.events == []
    assert not (data_folder / "runs").exists()


def test_a_locked_keyring_ends_it_before_it_begins(
    desktop: Desktop, data_folder: Path, ring: MemoryKeyring
) -> None:
    keyring.set_keyring(LockedKeyring())
    with pytest.raises(AgentError, match="locked"):
        run_task(TASK, tell=Told(), stop=StopSwitch(), model=ScriptedModel(obliging()))
