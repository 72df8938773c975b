"""Files of LibreOffice (OpenDocument): what they hold, and small ones to begin with."""

from __future__ import annotations

import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree
from xml.etree.ElementTree import Element as Node
from xml.sax.saxutils import escape

NAMESPACES = {
    name: f"urn:oasis:names:tc:opendocument:xmlns:{urn}:1.0"
    for name, urn in (
        ("office", "office"),
        ("text", "text"),
        ("table", "table"),
        ("draw", "drawing"),
        ("style", "style"),
        ("presentation", "presentation"),
        ("fo", "xsl-fo-compatible"),
        ("svg", "svg-compatible"),
        ("manifest", "manifest"),
    )
}
_TYPES = {
    ".odt": "application/vnd.oasis.opendocument.text",
    ".ods": "application/vnd.oasis.opendocument.spreadsheet",
    ".odp": "application/vnd.oasis.opendocument.presentation",
}
# A sheet ends with rows that repeat an empty one a million times.
_MOST_REPEATED = 200


class OdfError(ValueError):
    """A file is missing or is not one of LibreOffice's; the message says which and why."""


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph of a text; `level` is that of a heading, 0 for none; `bold` are its bold words
    as they stand together."""

    text: str
    level: int
    bold: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a sheet: `text` as shown, `value` a number or None, `formula` as saved or ""."""

    text: str
    value: float | None
    formula: str


@dataclass(frozen=True, slots=True)
class Slide:
    """A slide: its title and all of its other texts."""

    title: str
    texts: tuple[str, ...]


def paragraphs(path: Path) -> list[Paragraph]:
    """The paragraphs of a text that are not empty. Raises OdfError."""
    root = _content(path)
    bold = _bold_styles(root)
    body = root.find(f"./{_tag('office:body')}/{_tag('office:text')}")
    found = []
    for node in body.iter() if body is not None else ():
        if node.tag in (_tag("text:p"), _tag("text:h")) and _text(node).strip():
            level = int(node.get(_tag("text:outline-level"), 0))
            found.append(Paragraph(_text(node), level, _bold_runs(node, bold)))
    return found


def cells(path: Path) -> dict[str, Cell]:
    """The cells of the first sheet that are not empty, by their names ("B3"). Raises OdfError."""
    table = next(_content(path).iter(_tag("table:table")), None)
    found: dict[str, Cell] = {}
    row = 0
    for line in table.iter(_tag("table:table-row")) if table is not None else ():
        for _ in range(_repeated(line, "rows")):
            row += 1
            _read_row(line, row, found)
    return found


def slides(path: Path) -> list[Slide]:
    """The slides of a presentation. Raises OdfError."""
    found = []
    for page in _content(path).iter(_tag("draw:page")):
        title, texts = "", []
        for frame in page.findall(_tag("draw:frame")):
            text = "\n".join(_text(p) for p in frame.iter(_tag("text:p")))
            if frame.get(_tag("presentation:class")) == "title":
                title = text
            elif text:
                texts.append(text)
        found.append(Slide(title, tuple(texts)))
    return found


def write_text(path: Path, lines: Sequence[str]) -> None:
    """A text of these paragraphs."""
    body = "".join(f"<text:p>{escape(line)}</text:p>" for line in lines)
    _write(path, f"<office:text>{body}</office:text>")


def write_sheet(path: Path, rows: Sequence[Sequence[str | float]]) -> None:
    """A spreadsheet with one sheet of these rows."""
    lines = "".join(
        f"<table:table-row>{''.join(_cell(value) for value in row)}</table:table-row>"
        for row in rows
    )
    _write(
        path,
        '<office:spreadsheet><table:table table:name="Sheet1">'
        f"{lines}</table:table></office:spreadsheet>",
    )


def write_slides(path: Path, titles: Sequence[str]) -> None:
    """A presentation of slides that have a title and nothing else; an empty one is still to be
    written."""
    pages = "".join(
        f'<draw:page draw:name="page{number}" draw:master-page-name="Default"'
        ' presentation:presentation-page-layout-name="AL1T19">'
        f"{_title_frame(title)}</draw:page>"
        for number, title in enumerate(titles, start=1)
    )
    _write(path, f"<office:presentation>{pages}</office:presentation>", _MASTER)


_PLACE = 'svg:width="25.2cm" svg:height="2.6cm" svg:x="1.4cm" svg:y="0.6cm"'


def _title_frame(title: str) -> str:
    empty = "" if title else ' presentation:placeholder="true"'
    text = f"<text:p>{escape(title)}</text:p>" if title else ""
    return (
        f'<draw:frame presentation:style-name="Default-title" presentation:class="title"{empty}'
        f" {_PLACE}><draw:text-box>{text}</draw:text-box></draw:frame>"
    )


# Without a style of the family "presentation" LibreOffice takes no frame for a title.
_MASTER = (
    '<office:styles><style:style style:name="Default-title" style:family="presentation">'
    '<style:graphic-properties draw:stroke="none" draw:fill="none"'
    ' draw:textarea-vertical-align="middle"/><style:paragraph-properties fo:text-align="center"/>'
    '<style:text-properties fo:font-family="Liberation Sans" fo:font-size="44pt"/></style:style>'
    '<style:presentation-page-layout style:name="AL1T19"><presentation:placeholder'
    f' presentation:object="title" {_PLACE}/></style:presentation-page-layout></office:styles>'
    "<office:automatic-styles>"
    '<style:page-layout style:name="PM1"><style:page-layout-properties fo:page-width="28cm"'
    ' fo:page-height="15.75cm" style:print-orientation="landscape"/></style:page-layout>'
    "</office:automatic-styles><office:master-styles>"
    '<style:master-page style:name="Default" style:page-layout-name="PM1">'
    f"{_title_frame('')}</style:master-page></office:master-styles>"
)


def _write(path: Path, body: str, master: str = "") -> None:
    spaces = " ".join(f'xmlns:{name}="{urn}"' for name, urn in NAMESPACES.items())
    head = f'<?xml version="1.0" encoding="UTF-8"?><office:document-{{}} {spaces}'
    head += ' office:version="1.3">'
    kind = _TYPES[path.suffix]
    parts = {
        "content.xml": f"{head.format('content')}<office:body>{body}</office:body>"
        "</office:document-content>"
    }
    if master:
        parts["styles.xml"] = f"{head.format('styles')}{master}</office:document-styles>"
    entries = "".join(
        f'<manifest:file-entry manifest:full-path="{name}" manifest:media-type="{media}"/>'
        for name, media in (("/", kind), *((part, "text/xml") for part in parts))
    )
    manifest = f'<manifest:manifest xmlns:manifest="{NAMESPACES["manifest"]}">{entries}'
    with zipfile.ZipFile(path, "w") as archive:
        # The first entry, uncompressed: this is how the kind of such a file is told.
        archive.writestr("mimetype", kind)
        archive.writestr("META-INF/manifest.xml", manifest + "</manifest:manifest>")
        for name, text in parts.items():
            archive.writestr(name, text)


def _cell(value: str | float) -> str:
    if isinstance(value, str):
        return (
            '<table:table-cell office:value-type="string">'
            f"<text:p>{escape(value)}</text:p></table:table-cell>"
        )
    return (
        f'<table:table-cell office:value-type="float" office:value="{value:g}">'
        f"<text:p>{value:g}</text:p></table:table-cell>"
    )


def _content(path: Path) -> Node:
    if not path.is_file():
        raise OdfError(f"{path.name} was not saved")
    try:
        with zipfile.ZipFile(path) as archive:
            return ElementTree.fromstring(archive.read("content.xml"))
    except (zipfile.BadZipFile, KeyError, ElementTree.ParseError) as problem:
        raise OdfError(f"{path.name} is no document of LibreOffice: {problem}") from problem


def _tag(name: str) -> str:
    space, _, local = name.partition(":")
    return f"{{{NAMESPACES[space]}}}{local}"


def _text(node: Node) -> str:
    """The text of a paragraph, with its spaces, tabs and line breaks."""
    signs = {_tag("text:tab"): "\t", _tag("text:line-break"): "\n"}
    said = node.text or ""
    for child in node:
        if child.tag == _tag("text:s"):
            said += " " * int(child.get(_tag("text:c"), 1))
        said += signs.get(child.tag, "") + _text(child) + (child.tail or "")
    return said


def _bold_styles(root: Node) -> set[str]:
    return {
        style.get(_tag("style:name"), "")
        for style in root.iter(_tag("style:style"))
        for properties in style.iter(_tag("style:text-properties"))
        if properties.get(_tag("fo:font-weight")) == "bold"
    }


def _bold_runs(paragraph: Node, bold: set[str]) -> tuple[str, ...]:
    if paragraph.get(_tag("text:style-name")) in bold:
        return (_text(paragraph),)
    runs: list[str] = []
    follows = False  # whether the run before ends right here: an edit may cut one into two
    for child in paragraph:
        is_bold = child.get(_tag("text:style-name")) in bold and child.tag == _tag("text:span")
        if is_bold and follows:
            runs[-1] += _text(child)
        elif is_bold:
            runs.append(_text(child))
        follows = is_bold and not child.tail
    return tuple(run.strip() for run in runs if run.strip())


def _repeated(node: Node, what: str) -> int:
    return min(int(node.get(_tag(f"table:number-{what}-repeated"), 1)), _MOST_REPEATED)


def _read_row(line: Node, row: int, found: dict[str, Cell]) -> None:
    column = 0
    for node in line:
        for _ in range(_repeated(node, "columns")):
            column += 1
            text = "\n".join(_text(p) for p in node.findall(_tag("text:p")))
            formula = node.get(_tag("table:formula"), "")
            number = node.get(_tag("office:value"))
            if text or formula:
                value = None if number is None else float(number)
                found[f"{_letters(column)}{row}"] = Cell(text, value, formula)


def _letters(column: int) -> str:
    """1 is A, 27 is AA."""
    name = ""
    while column:
        column, letter = divmod(column - 1, 26)
        name = chr(ord("A") + letter) + name
    return name
