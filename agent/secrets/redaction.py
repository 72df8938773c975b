"""What must be neither kept nor shown: passwords and the like, masked in text and painted over.

A secret is known by where it is typed (a field for one), by its form (a card number, a key), or by
the words of the task beside it, so that it is masked before it is typed too.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from dataclasses import fields, is_dataclass, replace
from typing import Any

from agent.actions import Action, TypeText
from agent.events import Event, Stepped, Token
from agent.policy.rules import Rules
from agent.policy.wording import said
from agent.secrets.map_texts import retitled, rewritten
from agent.secrets.placeholders import refers, without
from agent.task.literals import literals
from vision.capture.screen import Screenshot
from vision.core.elements import Element, ElementMap
from vision.core.geometry import Box

MASK = "•••"
# Fields of events and actions that hold one of a few words of our own.
_FOR_CODE = frozenset(
    {"kind", "by", "mode", "direction", "amount", "button", "edge", "keys", "answer", "model"}
)
# So far from a word such as “password” a value of the task counts as one, in characters.
_NEAR = 25
# Shorter ones are masked only where they stand alone: else half of all text would be.
_SHORT = 4
_MASKED_ALREADY = re.compile(r"[•●∙·*⬤]{3,}")
_DIGITS = re.compile(r"(?<![\d.])(?:\d[ -]?){12,18}\d(?![\d.])")


class Secrets:
    """The secrets of one run; grows while it goes on. Without `rules` nothing is one.

    `on_new` is called when a secret became known that may have been kept before.
    """

    def __init__(self, rules: Rules | None = None, task: str = "") -> None:
        risks = {risk.id: risk for risk in (rules or Rules()).risks}
        field, text = risks.get("secret field"), risks.get("secret text")
        self._words = field.words if field else ()
        # A long number is asked about; it is masked only if it can be that of a card.
        forms = [form for form in (text.texts if text else ()) if not re.fullmatch(form, "0" * 16)]
        self._forms = [re.compile(form) for form in forms]
        self._cards = text is not None
        self.on_new: Callable[[], None] = lambda: None
        self._values: list[str] = []
        self._stand_ins: set[str] = set()
        self._pattern: re.Pattern[str] | None = None
        self.hear(task)

    def hear(self, words: str) -> None:
        """Mask what the person's words call a secret."""
        for value in self._beside_words(words):
            self.add(value)

    @property
    def known(self) -> bool:
        """Whether there is a value that must be masked."""
        return bool(self._values)

    def add(self, value: str) -> bool:
        """Mask this text from now on; False when it was known. One that refers to a named secret
        is none: what it stands for is masked when it is typed."""
        if not value.strip() or value in self._values or refers(value):
            return False
        self._values.append(value)
        # As it is, inside of JSON (a reply), and inside of a grammar for JSON.
        once = {known: _escaped(known) for known in self._values}
        ways = {
            way for known, in_json in once.items() for way in (known, in_json, _escaped(in_json))
        }
        parts = [_exactly(way) for way in sorted(ways, key=len, reverse=True)]
        self._pattern = re.compile("|".join(parts))
        self.on_new()
        return True

    def seal(self, value: str, stand_in: str) -> None:
        """Mask a named secret from now on; where a map says `stand_in`, the screen shows it."""
        self._stand_ins.add(stand_in)
        self.add(value)

    def learn(self, action: Action, map_: ElementMap) -> bool:
        """Note what an action would type into a field for secrets; True when that is new."""
        if not isinstance(action, TypeText) or action.target is None:
            return False
        field = next((e for e in map_.elements if e.id == action.target), None)
        return field is not None and self._is_for_secrets(field) and self.add(action.text)

    def text(self, text: str) -> str:
        """The text without its secrets."""
        if self._pattern is not None:
            text = self._pattern.sub(MASK, text)
        for form in self._forms:
            text = form.sub(MASK, text)
        if self._cards:
            text = _DIGITS.sub(lambda m: MASK if _is_card(m.group()) else m.group(), text)
        return text

    def map(self, map_: ElementMap) -> ElementMap:
        """The map without its secrets, in text and picture; itself when it has none."""
        elements = tuple(self._element(element) for element in map_.elements)
        windows = tuple(retitled(window, self.text) for window in map_.windows)
        hidden = [
            old.box
            for old, new in zip(map_.elements, elements, strict=True)
            if _shown(old) != _shown(new) or self._is_for_secrets(old) or self._stands_in(old)
        ]
        if not hidden and elements == map_.elements and windows == map_.windows:
            return map_
        shot = painted_over(map_.screenshot, hidden) if hidden else map_.screenshot
        return replace(map_, elements=elements, windows=windows, screenshot=shot)

    def event(self, event: Event) -> Event:
        """The event as it may be shown and kept."""
        if isinstance(event, Token):
            # A secret comes in pieces, which cannot be told from other pieces.
            return Token("·") if self.known else event
        safe: Event = self._masked(event)
        if isinstance(safe, Stepped) and isinstance(event, Stepped):
            hidden = safe.step.reply != event.step.reply
            safe = Stepped(replace(safe.step, pieces=() if hidden else event.step.pieces))
        return safe

    def _masked(self, value: Any) -> Any:
        """A value of an event with each of its texts masked, however deep; words that only code
        reads, and never a person wrote, stay."""
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, ElementMap):
            return self.map(value)
        if isinstance(value, tuple):
            return tuple(map(self._masked, value))
        if not is_dataclass(value) or isinstance(value, type):
            return value
        told = {each.name: getattr(value, each.name) for each in fields(value)}
        safe = {name: self._masked(one) for name, one in told.items() if name not in _FOR_CODE}
        return replace(value, **safe)

    def _element(self, element: Element) -> Element:
        value = element.state.value
        if value and self._is_for_secrets(element) and value not in self._stand_ins:
            element = replace(element, state=replace(element.state, value=MASK))
        return rewritten(element, self.text)

    def _stands_in(self, element: Element) -> bool:
        shown = " ".join(_shown(element))
        return any(stand_in in shown for stand_in in self._stand_ins)

    def _is_for_secrets(self, element: Element) -> bool:
        if element.kind not in ("field", "dropdown"):
            return False
        content = element.state.value or ""
        return bool(_MASKED_ALREADY.search(content)) or said(element.text, self._words)

    def _beside_words(self, task: str) -> Iterable[str]:
        """The values of the task that stand nearest to words for secrets, on both sides."""
        values = [(task.find(value), value) for value in literals(task)]
        # The word “secret” in a placeholder says nothing of what is beside it.
        plain = without(task)
        words = re.finditer(r"[\w']+(?: [\w']+)?", plain)
        spans = {m.span() for m in words if said(m.group(), self._words)}
        spans |= {m.span() for m in re.finditer(r"[\w'-]+", plain) if said(m.group(), self._words)}
        for begin, end in spans:
            after = [(at - end, value) for at, value in values if 0 <= at - end <= _NEAR]
            before = [
                (begin - at - len(value), value)
                for at, value in values
                if 0 <= begin - at - len(value) <= _NEAR
            ]
            for near in (after, before):
                if near:
                    yield min(near)[1]


def _shown(element: Element) -> tuple[str, str, str]:
    """The texts that stand in the element's box."""
    return element.text, element.caption, element.state.value or ""


def painted_over(shot: Screenshot, boxes: Iterable[Box]) -> Screenshot:
    """The screenshot with each box in its own middle colour: nothing can be read out of it."""
    pixels = shot.pixels.copy()
    for box in boxes:
        seen = box.intersection(shot.box)
        if seen is not None:
            inner = seen.moved(-shot.origin.x, -shot.origin.y)
            part = pixels[inner.top : inner.bottom, inner.left : inner.right]
            part[:] = part.reshape(-1, 3).mean(axis=0)
    return replace(shot, pixels=pixels)


def _escaped(value: str) -> str:
    """The value as it stands inside of JSON text, such as a reply of the model."""
    return json.dumps(value, ensure_ascii=False)[1:-1]


def _exactly(value: str) -> str:
    wanted = re.escape(value)
    return rf"(?<!\w){wanted}(?!\w)" if len(value) < _SHORT else wanted


def _is_card(text: str) -> bool:
    """Whether the check digit of a card number is right."""
    digits = [int(sign) for sign in text if sign.isdigit()]
    doubled = [digit * 2 - 9 * (digit > 4) for digit in digits[-2::-2]]
    return (sum(digits[-1::-2]) + sum(doubled)) % 10 == 0
