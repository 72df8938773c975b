"""The pieces of a reply: what a real model gives, what is kept, what is masked."""

from __future__ import annotations

import json
import math
from pathlib import Path

import pytest

from agent.actions import Click
from agent.events import Stepped
from agent.policy.rules import Rules
from agent.records.pieces import read_pieces, text_of, written
from agent.records.reader import read_run
from agent.records.writer import RunFolder
from agent.secrets.redaction import Secrets
from agent.trajectory import Effect, Step
from models.runtime.llama import LlamaModel
from models.runtime.llm import Message, Piece
from tests.support.made_runs import desk
from tests.support.small_model import small_model

PIECES = (Piece('{"a": "', 0.01), Piece("Grü", 0.3, 0.9731), Piece('ße"}', 0.4, 0.5))
REPLY = '{"a": "Grüße"}'


def step(reply: str = REPLY, pieces: tuple[Piece, ...] = PIECES) -> Step:
    effect = Effect("confirmed")
    return Step(1, desk(200), "p", reply, Click(2), "click", "", effect, pieces=pieces)


def test_pieces_are_kept_with_their_step(tmp_path: Path) -> None:
    folder = RunFolder("save it", "small", tmp_path)
    folder.step(step())
    (kept,) = read_run(folder.path).steps
    assert kept.pieces == PIECES
    assert text_of(kept.pieces) == kept.reply


@pytest.mark.parametrize(
    "damage",
    ["", "{", "3", '[["a"]]', '[["a", "b", null]]', '[["a", 1, "x"]]', "[[1, 1, 1]]",
     '[["a", NaN, null]]', "[" * 5000],
)  # fmt: skip
def test_damaged_pieces_are_none(tmp_path: Path, damage: str) -> None:
    (tmp_path / "p.json").write_text(damage)
    assert read_pieces(tmp_path / "p.json") == ()
    assert read_pieces(tmp_path / "gone.json") == ()


def test_a_secret_takes_the_pieces_with_it(tmp_path: Path) -> None:
    secrets = Secrets(Rules.shipped(), "Type the password Grüße here")
    assert secrets.known
    event = secrets.event(Stepped(step()))
    assert isinstance(event, Stepped)
    assert event.step.pieces == ()
    assert "Grüße" not in event.step.reply
    other = Stepped(step("nothing", (Piece("nothing", 0.1),)))
    assert secrets.event(other) == other
    # One that becomes known later.
    folder = RunFolder("save it", "small", tmp_path)
    folder.step(step())
    folder.mask(lambda text: text.replace("Grüße", "•••"))
    assert not list(folder.path.glob("*pieces*"))
    assert "Grü" not in "".join(p.read_text() for p in folder.path.glob("*.txt"))


def test_written_as_rows() -> None:
    assert json.loads(written(PIECES)) == [
        ['{"a": "', 0.01, None],
        ["Grü", 0.3, 0.9731],
        ['ße"}', 0.4, 0.5],
    ]


def test_a_real_model_says_how_sure_it_was() -> None:
    model = LlamaModel(small_model(), 512)
    try:
        ask = [Message("user", "Say a or b, then more words.")]
        grammar = 'root ::= "It is the letter " ("a" | "b") " and no other" [a-z ]{3}'
        done = model.complete(ask, grammar=grammar, max_tokens=40)
    finally:
        model.close()
    assert text_of(done.pieces) == done.text
    times = [piece.seconds for piece in done.pieces]
    assert times == sorted(times)
    assert times[0] >= 0
    assert times[-1] <= done.generate_seconds + 0.1
    known = [piece.probability for piece in done.pieces if piece.probability is not None]
    assert 0 < len(known) < len(done.pieces), "some were chosen, some not"
    assert all(0 < chance <= 1 and math.isfinite(chance) for chance in known)
