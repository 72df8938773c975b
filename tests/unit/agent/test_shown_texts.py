"""What a window shows of a text, and which windows are for writing."""

from __future__ import annotations

from agent.deciding.modal import in_reach
from agent.skills.procedures.front import is_shown, only_asks
from tests.support.made_maps import element, made_map, window
from vision.core.elements import ElementMap, Kind
from vision.core.geometry import Box

EDITOR = window(1, "Untitled - Editor", Box(0, 0, 900, 700), application="editor", active=True)


def shown(*texts: str) -> ElementMap:
    lines = [
        element(n, "text", text, Box(20, 40 * n, 600, 40 * n + 20))
        for n, text in enumerate(texts, 1)
    ]
    return made_map(lines, [EDITOR])


def test_of_a_long_text_the_end_is_looked_for():
    text = "Leaves fall slowly in the garden,\nand the evening wind carries them away to the river."
    assert is_shown(
        text,
        shown(
            "Leaves fall slowly in the garden,",
            "and theevening wind carries",
            "them away to the river.",
        ),
    )
    assert not is_shown(text, shown("Leaves fall slowly in the garden,", "and the morning"))
    # A line that reaches beyond the side of the window: its beginning is out of sight.
    long = "The bakery sells fresh bread from 6 to 12 in the morning and rolls for 40 cents each."
    assert is_shown(long, shown(long[30:]))
    assert not is_shown(long, shown(long[:30]))
    assert is_shown("10\n20", shown("10", "20"))
    assert not is_shown("10\n20", shown("10"))


def test_a_sentence_whose_line_was_cut_is_shown_and_words_of_other_lines_are_none_of_it():
    sentence = "Greetings, that makes 12 € please."
    pieces: tuple[tuple[Kind, str, int, int], ...] = (
        ("text", "Greetings,", 40, 120),
        ("menu", "that", 180, 219),
        ("text", "makes", 223, 268),
        ("text", "12 € please.|", 280, 376),
    )

    def map_of(step: int) -> ElementMap:
        return made_map(
            [
                element(n, kind, text, Box(left, 100 + step * n, right, 116 + step * n))
                for n, (kind, text, left, right) in enumerate(pieces)
            ],
            [EDITOR],
        )

    assert is_shown(sentence, map_of(0))
    assert not is_shown(sentence, map_of(30))


def test_what_a_modal_dialog_holds_back_is_out_of_reach():
    main = window(1, "Editor", Box(0, 0, 900, 700), application="editor")
    box = Box(300, 200, 600, 400)
    parts = [
        element(1, "menu", "File", Box(10, 10, 50, 30)),
        element(2, "button", "Cancel", Box(500, 360, 580, 390)),
    ]
    for modal in (True, False):
        dialog = window(2, "Save?", box, application="editor", active=True, owner=1, modal=modal)
        kept = [e.text for e in in_reach(made_map(parts, [dialog, main])).elements]
        assert kept == (["Cancel"] if modal else ["File", "Cancel"])


def test_a_window_that_only_asks_is_not_written_in():
    asks = [
        element(1, "text", "Do you want to restore the available data?", Box(20, 40, 600, 60)),
        element(2, "button", "No", Box(20, 80, 100, 100)),
        element(3, "button", "Yes", Box(120, 80, 200, 100)),
    ]
    assert only_asks(EDITOR, made_map(asks, [EDITOR]))
    entry = element(4, "field", "", Box(20, 120, 600, 300))
    assert not only_asks(EDITOR, made_map([*asks, entry], [EDITOR]))
    # What a terminal prints may be a question; there are no buttons to answer it.
    assert not only_asks(EDITOR, made_map(asks[:1], [EDITOR]))
