"""Buttons that send, order, pay or delete something although the task asks for nothing of the kind:
"Write Anna that I am late" writes, and sends nothing. In doubt a person is asked.

Two voices tell whether a task asks for it: the words of the lexicon, and a logistic regression on
the vectors of the sentence encoder for the task and the name of the button, whose weights come from
`python -m training.asked_for`. Where they disagree, a model that is sure decides.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from agent.actions import Action, Press
from agent.constraints import lexicon
from agent.constraints.deeds import (
    Selection,
    asks,
    deeds_of,
    front,
    in_window,
    label_deeds,
    objects_of,
)
from agent.constraints.forbidden import Objection
from agent.constraints.lexicon import Deed
from agent.constraints.once import is_serious, pressed_button
from agent.constraints.parsing import asks_for, positive
from agent.policy.rules import Rules
from agent.policy.wording import canonical
from agent.task.act_kinds import GIVING_UP
from agent.task.literals import DETERMINED, mentions, normal
from agent.task.plan import cut
from models.meaning.encoder import encoder
from models.meaning.regression import regression
from models.meaning.scoring import request
from vision.core.elements import Element, ElementMap, Kind, one_line
from vision.navigation.title_bars import BUTTON_NAMES

WEIGHTS = Path(__file__).with_name("asked_for.json")
SELDOM, LIKELY = 0.13, 0.65
"""What is asked for with a smaller chance than the first is seldom asked for. Of 83 unread pairs of
tasks and buttons that the words of the lexicon refuse, 14 have at least the second; 13 of these are
asked for."""
# How much the numbers of each sort count.
_NAME, _BOTH, _LIKE = 2.0, 20.0, 3.0
_DEEDS: tuple[Deed, ...] = ("send", "delete")
_STEM = 5  # letters
_ENTRIES: tuple[Kind, ...] = ("field", "dropdown", "checkbox", "radio")


def objection(
    action: Action, map_: ElementMap, task: str, rules: Rules, selection: Selection
) -> Objection | None:
    """Why such a button or key is not pressed; None when the task asks for it."""
    if not task.strip():
        return None
    if isinstance(action, Press):
        return _by_keys(action, map_, task, rules, selection)
    button = pressed_button(action, map_)
    if button is None:
        return None
    if _stores_password(button, map_, task):
        why = f"“{one_line(button.text)}” would store a password, and the task does not ask for it"
        return Objection(why, sure=False)
    if _writes_over(button, map_, task):
        why = f"“{one_line(button.text)}” would write over a file that exists"
        return Objection(f"{why}, and the task does not ask for it", sure=False)
    if _gives_up(button, map_, task):
        why = f"“{one_line(button.text)}” may throw away what is entered here"
        return Objection(f"{why}, and the task does not ask for it", sure=False)
    if _takes_out(button, map_, task):
        why = f"“{one_line(button.text)}” may take out what it stands beside"
        return Objection(f"{why}, and the task does not ask for it", sure=False)
    asked = _is_harmless(button, task) and not _calls_off(button, task)
    if asked and not is_serious(button):
        return None
    likely = chance(task, button.text)
    if asked and (likely >= SELDOM or normal(button.text) in GIVING_UP):
        return None
    why = f"the task does not ask to press “{one_line(button.text)}”, which cannot be taken back"
    return Objection(why, sure=False, slight=asked or likely >= LIKELY)


def _stores_password(button: Element, map_: ElementMap, task: str) -> bool:
    """Whether a button answers the question of a program whether it is to keep a password, of which
    the task says nothing."""
    if "overwrite" not in label_deeds(button.text):
        return False
    said, word = canonical(positive(task)), lexicon.words("password")
    if word.search(said) and lexicon.deed("overwrite").search(said):
        return False
    return any("?" in e.text and word.search(canonical(e.text)) for e in map_.elements)


def _writes_over(button: Element, map_: ElementMap, task: str) -> bool:
    """Whether a button answers the question of a program whether it is to replace a file, of which
    the task says nothing."""
    word = lexicon.words("replacing")
    if not word.search(canonical(button.text)) or word.search(canonical(positive(task))):
        return False
    window = front(map_)
    asked = (e.text for e in in_window(window, map_) if "?" in e.text)
    return asks(window, map_) and any(word.search(canonical(text)) for text in asked)


def _gives_up(button: Element, map_: ElementMap, task: str) -> bool:
    """Whether a button leaves a form without its effect, which the task does not name. A dialog may
    be left so."""
    if normal(button.text) not in GIVING_UP or mentions(task, button.text):
        return False
    return not asks(front(map_), map_) and any(e.kind in _ENTRIES for e in map_.elements)


def _takes_out(button: Element, map_: ElementMap, task: str) -> bool:
    """Whether a button is one of several crosses in the rows of a list, and the task asks for
    nothing to go."""
    if button.kind != "icon" or "close" not in label_deeds(button.text):
        return False
    rows = [e for e in map_.elements if e.kind == "icon" and e.text == button.text]
    return len(rows) > 1 and not any(asks_for(deed, task) for deed in ("delete", "close"))


def _calls_off(button: Element, task: str) -> bool:
    """Whether a button calls something off ("Cancel all orders") that the task does not name, or
    does not want to be called off."""
    first, _, rest = button.text.casefold().strip().partition(" ")
    if first not in GIVING_UP or not rest.strip():
        return False
    wants = _names(first, task) or asks_for("delete", task) or asks_for("close", task)
    return not wants or not _names(rest, task)


def _is_harmless(button: Element, task: str) -> bool:
    """Whether a button does nothing that cannot be taken back, or what the task asks for."""
    deeds = label_deeds(button.text)
    leaving = lexicon.words("leaving")
    if leaving.match(canonical(button.text)) and not _names(button.text, task):
        return leaving.search(canonical(positive(task))) is not None
    if "close" in deeds and button.text not in BUTTON_NAMES:
        # "Close" only closes a dialog; "Close account" ends something.
        rest = lexicon.deed("close").sub(" ", canonical(button.text))
        return not rest.strip() or _names(rest, task)
    asked = (is_asked(deed, task, button.text) for deed in _DEEDS if deed in deeds)
    return not is_serious(button) or next(asked, True)


def _by_keys(
    action: Press, map_: ElementMap, task: str, rules: Rules, selection: Selection
) -> Objection | None:
    """Keys that delete what is selected in a list: elsewhere they only edit a text."""
    if "delete" not in deeds_of(action, map_, rules) or asks_for("delete", task):
        return None
    if chance(task, "delete") >= LIKELY:
        return None
    chosen = objects_of("delete", action, map_, selection)
    if not (chosen.texts or chosen.everything):
        return None
    what = f"“{one_line(chosen.texts[0])}”" if chosen.texts else "everything that is selected"
    why = f"{what} would be deleted, which the task does not ask for"
    return Objection(why, sure=False)


def is_meant(deed: Deed, task: str) -> bool:
    """Whether a task asks for a deed, by its words or by what they mean."""
    return is_asked(deed, task) or chance(task, deed) >= LIKELY


def is_asked(deed: Deed, task: str, label: str = "") -> bool:
    """Whether a task asks for a deed, in whatever words, or says the name of the button."""
    if deed == "send":
        return _asks_to_send(canonical(positive(task))) or _names(label, task)
    return asks_for(deed, task) or _names(label, task)


def _asks_to_send(said: str) -> bool:
    """Whether words ask to send something: "mail her the plan", not "write a mail to her"."""
    words = (lexicon.deed("send"), lexicon.words("sending"))
    found = (match.start() for each in words for match in each.finditer(said))
    return any(not DETERMINED.search(said[:start]) for start in found)


def _names(label: str, task: str) -> bool:
    """Whether a task says the beginning of one of the telling words of a label."""
    small, said = lexicon.words("small"), canonical(task)
    telling = [w for w in re.findall(r"\w{3,}", canonical(label)) if not small.fullmatch(w)]
    return any(re.search(rf"(?<!\w){re.escape(word[:_STEM])}", said) for word in telling)


@functools.lru_cache(1024)
def chance(task: str, label: str) -> float:
    """How likely a task asks for a button of this name to be pressed, 0 to 1; buttons of that sort
    are asked for by one task in four. Raises ModelError if the encoder is not installed."""
    return regression(WEIGHTS).chances(numbers([(task, label)]))[0]


def numbers(pairs: Sequence[tuple[str, str]]) -> NDArray[np.float64]:
    """What is known of n tasks with a name of a button, shape (n, 1540): the vector of the name,
    what it has in common with the likest part of the task and with the whole, how like it is to
    both, and whether the task says a word of it."""
    return np.stack([_row(task, label) for task, label in pairs])


def _row(task: str, label: str) -> NDArray[np.float64]:
    whole, parts = _asked(task)
    vectors = encoder().embed([request(label), whole, *parts]).astype(np.float64)
    name, all_of_it, each = vectors[0], vectors[1], vectors[2:]
    likes = each @ name
    both = (each[int(likes.argmax())] * name, all_of_it * name)
    like = (float(likes.max()), float(all_of_it @ name))
    told = (*(_LIKE * one for one in like), float(_names(label, task)), float(len(parts) > 1))
    return np.concatenate([_NAME * name, *(_BOTH * one for one in both), told])


@functools.lru_cache(64)
def _asked(task: str) -> tuple[str, tuple[str, ...]]:
    """What a task asks for beside what it forbids, as a whole and in parts."""
    whole = " ".join(positive(task).split()) or task
    parts = [part.strip() for part in cut(whole)]
    return whole, tuple(part for part in parts if any(map(str.isalpha, part))) or (whole,)
