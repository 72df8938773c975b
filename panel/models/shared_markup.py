"""Small pieces of HTML that the sections of the tab share."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from models.memory.fit import Colour, Fit
from panel.page.html import safe

FIT_CLASS: dict[Colour, str] = {"green": "good", "amber": "mixed", "red": "bad"}
FIT_WORD: dict[Colour, str] = {"green": "Fits the GPU", "amber": "Fits in RAM", "red": "Too large"}

# Presses of the buttons in the HTML go to the server as one event, with what the button says.
PRESSES = (
    "element.addEventListener('click', event => {"
    " const button = event.target.closest('button[data-do]');"
    " if (button && !button.disabled)"
    " trigger('press', {do: button.dataset.do, about: button.dataset.about}); });"
)


@dataclass(frozen=True, slots=True)
class View:
    """What one page has open: the question of this kind about this model; "" for none."""

    question: str = ""
    about: str = ""

    def asks(self, question: str, about: str = "") -> bool:
        return (self.question, self.about) == (question, about)


@dataclass(frozen=True, slots=True)
class Press:
    """A button: what it does, about what, and its words; `name` is read out behind them."""

    do: str
    words: str
    about: str = ""
    look: str = ""
    name: str = ""


def button(press: Press, off: bool, expanded: bool | None = None) -> str:
    """`off`: it cannot be pressed now; `expanded`: whether the question that it opens is open."""
    label = f" aria-label='{safe(f'{press.words}: {press.name}')}'" if press.name else ""
    more = "" if expanded is None else f" aria-expanded='{str(expanded).lower()}'"
    look = f" dh-press-{press.look}" if press.look else ""
    return (
        f"<button type='button' class='dh-press{look}' data-do='{safe(press.do)}'"
        f" data-about='{safe(press.about)}'{label}{more}{' disabled' if off else ''}>"
        f"{safe(press.words)}</button>"
    )


def buttons(presses: Iterable[Press], off: bool, view: View) -> str:
    """A row of buttons; one that opens a question says whether it is open."""
    made = []
    for press in presses:
        kind = press.do.removeprefix("ask-")
        opens = None if kind == press.do else view.asks(kind, press.about)
        made.append(button(press, off, opens))
    return f"<div class='dh-presses'>{''.join(made)}</div>"


def question(text: str, presses: Iterable[Press], off: bool) -> str:
    """What is asked before something is done; `text` is HTML."""
    made = "".join(button(press, off) for press in presses)
    close = button(Press("close", "Not now"), False)
    return (
        f"<div class='dh-question' role='group' aria-label='A question'>{text}"
        f"<div class='dh-presses'>{made}{close}</div></div>"
    )


def bar(fraction: float | None, label: str, kind: str = "work") -> str:
    """A bar from 0 to 1; without a fraction one that only shows that something goes on."""
    if fraction is None:
        return (
            "<div class='dh-track dh-bar-busy' role='progressbar'"
            f" aria-label='{safe(label)}'></div>"
        )
    percent = round(100 * min(1.0, max(0.0, fraction)))
    return (
        f"<div class='dh-track' role='progressbar' aria-label='{safe(label)}' aria-valuemin='0'"
        f" aria-valuemax='100' aria-valuenow='{percent}'>"
        f"<div class='dh-bar-{kind}' style='width:{percent}%'></div></div>"
    )


def fit_mark(found: Fit) -> str:
    """The colour of a fit with its word."""
    return (
        f"<span class='dh-fit'><span class='dh-dot dh-{FIT_CLASS[found.colour]}'></span>"
        f"{FIT_WORD[found.colour]}</span>"
    )


def fit_sentence(found: Fit) -> str:
    """What stands behind the word, without saying it again."""
    text = found.sentence
    for begin in (
        *("It fits on the GPU and ", "It runs in RAM and "),
        *("It does not fit into RAM: it ", "It does not fit: it "),
    ):
        text = text.removeprefix(begin)
    about = "" if found.exact else " Estimated from its size."
    return f"{text[:1].upper()}{text[1:]}{about}"


def chip(words: str, kind: str = "nothing") -> str:
    return f"<span class='dh-chip dh-{kind}'>{safe(words)}</span>"
