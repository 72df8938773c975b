"""The Inspector as HTML. Every text comes through `safe`: it is the screen's and the model's."""

from __future__ import annotations

import base64
from collections.abc import Collection

from panel.inspector.frames import Look, bundle
from panel.page.html import safe
from vision.capture.jpeg import jpeg_address
from vision.core.elements import Element, Kind, one_line

_LONGEST = 80


def frame(look: Look | None, kinds: Collection[Kind], chosen: int | None) -> str:
    """The picture with a button over each element of these kinds (all when there are none)."""
    if look is None:
        return "<p class='dh-empty'>Look at the screen now, or choose a step of a stored run.</p>"
    shot = look.map.screenshot
    height, width = shot.pixels.shape[:2]
    boxes = []
    for element in shown(look, kinds):
        box = element.box.moved(-shot.origin.x, -shot.origin.y)
        place = (
            f"left:{100 * box.left / width:.3f}%;top:{100 * box.top / height:.3f}%;"
            f"width:{100 * box.width / width:.3f}%;height:{100 * box.height / height:.3f}%"
        )
        kind = element.kind.replace(" ", "-")
        pressed = "true" if element.id == chosen else "false"
        # Against the edges the tip opens to the other side.
        side = " dh-tip-left" if box.center.x > 0.6 * width else ""
        side += " dh-tip-up" if box.center.y > 0.7 * height else ""
        boxes.append(
            f"<button class='dh-spot dh-kind-{kind}' style='{place}' data-id='{element.id}'"
            f" aria-pressed='{pressed}' aria-label='{safe(_label(element))}'>"
            f"<span class='dh-tip{side}'>{_tip(element)}</span></button>"
        )
    return (
        f"<figure class='dh-frame'><div class='dh-boxes'>"
        f"<img src='{jpeg_address(shot.pixels)}' alt='The frame'>{''.join(boxes)}</div>"
        f"<figcaption>{safe(look.what)}</figcaption></figure>"
    )


def shown(look: Look, kinds: Collection[Kind]) -> list[Element]:
    """The elements of these kinds, larger ones first, so that small ones lie above them."""
    found = [e for e in look.map.elements if not kinds or e.kind in kinds]
    return sorted(found, key=lambda e: -e.box.area)


def table(look: Look | None, kinds: Collection[Kind]) -> str:
    """The elements as rows in reading order."""
    if look is None:
        return ""
    rows = "".join(
        f"<tr><td>{e.id}</td><td>{e.kind}</td>"
        f"<td><button class='dh-row' data-id='{e.id}'>{safe(_short(e.text)) or '–'}</button></td>"
        f"<td>{safe(e.state.words())}</td><td>{e.source}</td><td>{e.score:.2f}</td></tr>"
        for e in look.map.elements
        if not kinds or e.kind in kinds
    )
    heads = "".join(
        f"<th scope='col'>{h}</th>" for h in ("", "kind", "text", "state", "from", "score")
    )
    return f"<div class='dh-scroll'><table class='dh-elements'><tr>{heads}</tr>{rows}</table></div>"


def details(element: Element | None, why: str) -> str:
    """What is known of one element."""
    if element is None:
        return "<p class='dh-empty'>Choose an element in the picture or in the list.</p>"
    facts = [
        ("kind", element.kind),
        ("text", element.text),
        ("caption", element.caption),
        ("state", element.state.words()),
        ("within", element.within),
        ("window", element.group),
        ("box", ", ".join(map(str, element.box.as_list()))),
        ("from", f"{element.source}, score {element.score:.2f}"),
    ]
    rows = "".join(f"<dt>{name}</dt><dd>{safe(text)}</dd>" for name, text in facts if text)
    told = f"<pre class='dh-why-text'>{safe(why)}</pre>" if why else ""
    return f"<h3>Element {element.id}</h3><dl class='dh-known'>{rows}</dl>{told}"


def talk(look: Look | None) -> str:
    """What the model was asked, in which form it had to answer, and what it said."""
    if look is None or not (look.prompt or look.reply):
        return "<p class='dh-empty'>No model was asked about this frame.</p>"
    parts = [("Asked", look.prompt), ("Grammar of the answer (GBNF)", look.grammar)]
    parts.append(("Answered", look.reply))
    return "".join(
        f"<details{' open' if title == 'Answered' else ''}><summary>{title}</summary>"
        f"<pre class='dh-talk'>{safe(text)}</pre></details>"
        for title, text in parts
        if text
    )


def download(look: Look | None) -> str:
    """A link that saves the frame as a test case."""
    if look is None:
        return ""
    data = base64.b64encode(bundle(look)).decode("ascii")
    return (
        f"<a class='dh-save' download='frame.zip' href='data:application/zip;base64,{data}'>"
        "Save frame.zip</a>"
    )


def problem(text: str) -> str:
    return f"<p class='dh-bad' role='alert'>{safe(text)}</p>" if text else ""


def note(text: str) -> str:
    return f"<p role='status'>{safe(text)}</p>" if text else ""


def _label(element: Element) -> str:
    return f"{element.id}, {element.kind} {_short(element.text)}"


def _tip(element: Element) -> str:
    lines = [f"<b>{element.id} {element.kind}</b> {safe(_short(element.text))}"]
    lines += [safe(text) for text in (element.caption, element.state.words()) if text]
    lines.append(f"{element.source}, score {element.score:.2f}")
    return "<br>".join(lines)


def _short(text: str) -> str:
    return one_line(text, _LONGEST)
