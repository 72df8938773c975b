"""Documents of the applications benchmark, and what its web sites receive."""

from __future__ import annotations

import urllib.request
import zipfile
from pathlib import Path

import pytest

from benchmarks.apps import odf
from benchmarks.apps.site import page, site, text_fields
from tests.support.timing import AMPLE


def test_a_text_is_read_as_it_was_written(tmp_path: Path) -> None:
    path = tmp_path / "a.odt"
    odf.write_text(path, ["Ann & Tom", "", "second <line>"])
    texts = [(p.text, p.level, p.bold) for p in odf.paragraphs(path)]
    assert texts == [("Ann & Tom", 0, ()), ("second <line>", 0, ())]


def test_headings_bold_words_and_spaces_are_told(tmp_path: Path) -> None:
    path = tmp_path / "a.odt"
    _with_content(
        path,
        '<office:automatic-styles><style:style style:name="T1" style:family="text">'
        '<style:text-properties fo:font-weight="bold"/></style:style></office:automatic-styles>'
        "<office:body><office:text>"
        '<text:h text:outline-level="2">Plan</text:h>'
        '<text:p>a<text:s text:c="3"/>b <text:span text:style-name="T1">of</text:span>'
        '<text:span text:style-name="T1">fice </text:span>and'
        ' <text:span text:style-name="T1">door</text:span></text:p>'
        "</office:text></office:body>",
    )
    heading, line = odf.paragraphs(path)
    assert (heading.text, heading.level, heading.bold) == ("Plan", 2, ())
    assert (line.text, line.level, line.bold) == ("a   b office and door", 0, ("office", "door"))


def test_a_sheet_is_read_as_it_was_written(tmp_path: Path) -> None:
    path = tmp_path / "a.ods"
    odf.write_sheet(path, [("Item", "Price"), ("Pears", 2.5)])
    cells = {name: (cell.text, cell.value) for name, cell in odf.cells(path).items()}
    assert cells == {
        "A1": ("Item", None),
        "B1": ("Price", None),
        "A2": ("Pears", None),
        "B2": ("2.5", 2.5),
    }


def test_repeated_rows_and_columns_keep_later_cells_in_place(tmp_path: Path) -> None:
    path = tmp_path / "a.ods"
    _with_content(
        path,
        "<office:body><office:spreadsheet><table:table>"
        '<table:table-row table:number-rows-repeated="2"><table:table-cell/></table:table-row>'
        '<table:table-row><table:table-cell table:number-columns-repeated="26"/>'
        '<table:table-cell table:formula="of:=SUM([.A1:.A2])" office:value-type="float"'
        ' office:value="3"><text:p>3</text:p></table:table-cell></table:table-row>'
        '<table:table-row table:number-rows-repeated="1048573"><table:table-cell/>'
        "</table:table-row></table:table></office:spreadsheet></office:body>",
    )
    assert odf.cells(path) == {"AA3": odf.Cell("3", 3.0, "of:=SUM([.A1:.A2])")}


def test_slides_are_read_as_they_were_written(tmp_path: Path) -> None:
    path = tmp_path / "a.odp"
    odf.write_slides(path, ["First", ""])
    assert odf.slides(path) == [odf.Slide("First", ()), odf.Slide("", ())]


def test_a_missing_or_broken_document_is_told_by_its_name(tmp_path: Path) -> None:
    with pytest.raises(odf.OdfError, match=r"gone\.odt was not saved"):
        odf.paragraphs(tmp_path / "gone.odt")
    broken = tmp_path / "broken.ods"
    broken.write_bytes(b"PK\x03\x04 half of a file")
    with pytest.raises(odf.OdfError, match=r"broken\.ods is no document of LibreOffice"):
        odf.cells(broken)


def test_a_site_shows_its_page_and_remembers_what_was_sent() -> None:
    first = page("form", title="Wages", fields=text_fields({"name": "Who & where"}))
    with site(first) as server:
        shown = urllib.request.urlopen(server.address, timeout=AMPLE).read().decode()
        assert "Wages" in shown
        assert "Who &amp; where" in shown
        urllib.request.urlopen(f"{server.address}send", b"name=Z%C3%B6e+B&note=", timeout=AMPLE)
    (sent,) = server.sent_to("/send")
    assert sent.fields == (("name", "Zöe B"), ("note", ""))
    assert server.sent_to("/other") == []


def test_a_site_receives_files() -> None:
    body = (
        b'--x\r\nContent-Disposition: form-data; name="subject"\r\n\r\nGr\xc3\xbc\xc3\x9fe\r\n'
        b'--x\r\nContent-Disposition: form-data; name="file"; filename="a.bin"\r\n'
        b"Content-Type: application/octet-stream\r\n\r\n\x00\xff\r\nend\r\n--x--\r\n"
    )
    kind = {"Content-Type": "multipart/form-data; boundary=x"}
    with site("") as server:
        request = urllib.request.Request(f"{server.address}send", body, kind)
        urllib.request.urlopen(request, timeout=AMPLE)
    (sent,) = server.sent
    assert sent.fields == (("subject", "Grüße"),)
    assert sent.files == {"file": ("a.bin", b"\x00\xff\r\nend")}


def _with_content(path: Path, inside: str) -> None:
    """A document whose content is this."""
    spaces = " ".join(f'xmlns:{name}="{urn}"' for name, urn in odf.NAMESPACES.items())
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(
            "content.xml",
            f"<office:document-content {spaces}>{inside}</office:document-content>",
        )
