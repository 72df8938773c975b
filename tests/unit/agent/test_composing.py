"""Texts that a task only describes are composed by the model."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

import grammars
from agent.answers.composing import Composed, Wish, text_for, wish_of
from agent.answers.knowledge import Knowledge
from agent.apps.application import Application
from agent.control.stop import StopSwitch
from agent.deciding.decider import Decider
from agent.deciding.modal import in_reach
from agent.events import Noted
from agent.skills.procedures.front import is_shown, only_asks
from agent.task.plan import Outline
from models.grammar.reader import GrammarReader
from models.runtime.llm import Message
from models.runtime.scripted import ScriptedModel
from tests.support.made_maps import element, made_map, window
from tests.support.small_model import small_model
from vision.core.elements import ElementMap, Kind
from vision.core.geometry import Box

PAGE = [
    "Opening hours",
    "The library is open from Monday to Friday between 9 and 18.",
    "On Saturdays it closes at 13.",
]
EDITOR = window(1, "Untitled - Editor", Box(0, 0, 900, 700), application="editor", active=True)


def never(messages: Sequence[Message], grammar: str) -> str:
    raise AssertionError(f"the model was asked: {messages[-1].content}")


def saying(*replies: str) -> Callable[[Sequence[Message], str], str]:
    left = list(replies)

    def say(messages: Sequence[Message], grammar: str) -> str:
        return left.pop(0)

    return say


@pytest.mark.parametrize(
    ("task", "called"),
    [
        ("write a short poem about autumn", "poem"),
        ("and then write me a haiku about rain in Mousepad", "haiku"),
        ("In Writer write a short letter to my landlord that the heating is broken", "letter"),
        ("Please compose a friendly email to Ann", "email"),
        ("type a short thank-you note for the flowers", "note"),
        ("write three sentences about cats.", "sentences"),
        ("Schreibe ein kurzes Gedicht über den Regen", "gedicht"),
        ("Écris une courte lettre à Paul", "lettre"),
    ],
)
def test_a_text_that_is_only_described_is_left_to_the_model(task: str, called: str):
    (part,) = Outline([task]).parts
    wish = wish_of(part)
    assert wish is not None
    assert (wish.called, wish.reads, wish.writes) == (called, False, True)


@pytest.mark.parametrize(
    ("task", "writes"),
    [
        ("summarise this page", False),
        ("Summarize the article in one sentence", False),
        ("translate this text into German", False),
        ("Fasse diese Seite zusammen", False),
        ("write a summary of this page in Mousepad", True),
        ("write the summary of this page in Mousepad", True),
        ("and write a summary in LibreOffice Writer", True),
        ("Write a short reply to this mail", True),
    ],
)
def test_what_is_made_of_the_screen_reads_it(task: str, writes: bool):
    (part,) = Outline([task]).parts
    wish = wish_of(part)
    assert wish is not None
    assert (wish.reads, wish.writes) == (True, writes)


@pytest.mark.parametrize(
    "task",
    [
        "write “a poem”",
        "write a letter to Ann: see you soon",
        "write the answer",
        "type see you in Paris",
        "write the poem into the field",
        "and write the summary in Mousepad",
        "Schreibe die Zusammenfassung in das Feld",
        "Create a note called Plans",
        "Send a message to Ann",
        "put a list on the page",
        "write a program",
        "translate",
        "Write 12 in A1",
        "Press the button for a letter",
    ],
)
def test_what_says_its_words_or_asks_for_something_else_is_not(task: str):
    assert [wish_of(part) for part in Outline([task]).parts] == [None]


def test_a_number_that_the_text_does_not_have_is_not_told_of_it():
    wish = Wish("summarise this page", "summary", reads=True, writes=False)
    said = "The library is open from Monday to Friday between 9 am and 5 pm. Saturdays: 13."
    made = text_for(wish, PAGE, saying(said), lines=False)
    assert made == Composed(f"{PAGE[1]} Saturdays: 13.")


def test_strange_numbers_of_a_translation_are_told():
    wish = Wish("translate this text into German", "translation", reads=True, writes=False)
    made = text_for(
        wish, PAGE, saying("Öffnungszeiten", "Von 9 bis 17 Uhr.", "Bis 13 Uhr."), lines=True
    )
    assert made == Composed("Öffnungszeiten\nVon 9 bis 17 Uhr.\nBis 13 Uhr.", "17")


def test_gaps_to_fill_in_are_left_out():
    wish = Wish("write a letter", "letter")
    made = text_for(wish, [], saying("Dear Ann,\nthank you.\nYour Name"), lines=True)
    assert made.text == "Dear Ann,\nthank you."


def test_the_grammar_leaves_no_room_for_marks_and_gaps():
    reader = GrammarReader(small_model())
    try:
        grammar = grammars.read("text").replace("{{more}}", "15")
        for text in ("Dear Ann, it’s 5 o'clock: (soon)!", "One\n\ntwo\nthree"):
            assert reader.allows(grammar, text), text
        for text in ("Dear [Name]", "**Dear Ann**", "“Dear Ann”", "<name>", " Dear", "`x`", "a\n"):
            assert not reader.allows(grammar, text), text
        one_line = grammars.read("text").replace("{{more}}", "0")
        assert reader.allows(one_line, "Dear Ann, thank you.")
        assert not reader.allows(one_line, "One\ntwo")
    finally:
        reader.close()


def sheet() -> ElementMap:
    return made_map([element(1, "field", "", Box(0, 60, 900, 690))], [EDITOR])


def shown(*texts: str) -> ElementMap:
    lines = [
        element(n, "text", text, Box(20, 40 * n, 600, 40 * n + 20))
        for n, text in enumerate(texts, 1)
    ]
    return made_map(lines, [EDITOR])


def test_a_text_is_composed_when_there_is_something_to_write_in():
    outline, spent = Outline(["write a short poem about rain"]), dict[str, float]()
    knowledge = Knowledge(compose=saying("Rain falls,\nsoft and grey."))
    knowledge.invent(outline, shown("nothing to write in"), spent)
    assert outline.open_values == []
    knowledge.invent(outline, sheet(), spent)
    assert outline.open_values == ["Rain falls,\nsoft and grey."]
    assert outline.parts[0].foreign, "these are not the person's own words"
    assert outline.lines() == ("· write “Rain falls, soft and grey.” (a short poem about rain)",)
    knowledge.invent(outline, sheet(), spent)  # once
    assert spent["plan"] > 0


def test_in_an_editor_whose_sheet_is_not_seen_it_is_composed_too():
    editor = Application("editor", "Editor", categories=("TextEditor",), command=("editor",))
    outline = Outline(["write a short letter to Olga"])
    knowledge = Knowledge(compose=saying("Dear Olga,\nthank you."), installed=[editor])
    knowledge.invent(outline, shown("nothing to write in"), {})
    assert outline.open_values == ["Dear Olga,\nthank you."]


def test_a_summary_is_told_and_known_to_what_follows():
    outline = Outline(["summarise this page", "and write the summary in Mousepad"])
    told: list[object] = []
    knowledge = Knowledge(told.append, saying("The library opens at 9."))
    knowledge.prepare(outline, shown(*PAGE), {})
    assert Noted("The library opens at 9.") in told
    assert outline.lines()[0].startswith("✓")
    assert knowledge.answers == ["The library opens at 9."]
    outline.use("Mousepad")  # it is open by now
    knowledge.prepare(outline, shown(*PAGE), {})
    assert "The library opens at 9." in outline.open_values


def test_the_address_of_a_page_is_no_part_of_its_text():
    asked: list[str] = []

    def compose(messages: Sequence[Message], grammar: str) -> str:
        asked.append(messages[-1].content)
        return "The library opens at 9."

    knowledge = Knowledge(compose=compose)
    knowledge.prepare(Outline(["summarise this page"]), shown("127.0.0.1:8080/a", *PAGE), {})
    assert PAGE[1] in asked[0]
    assert "127" not in asked[0]


@pytest.mark.parametrize("said", ["and write it in Mousepad", "and type this in the field"])
def test_it_is_what_was_composed_last(said: str):
    outline = Outline(["summarise this page", said])
    knowledge = Knowledge(compose=saying("The library opens at 9."))
    knowledge.prepare(outline, shown(*PAGE), {})
    outline.use("Mousepad")  # it is open by now
    knowledge.prepare(outline, shown(*PAGE), {})
    assert "The library opens at 9." in outline.open_values


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


def test_a_text_that_grows_too_long_ends_with_a_sentence():
    reply = "One sentence. Another one! And a third" + " and more" * 200
    decider = Decider(ScriptedModel([reply]), StopSwitch(), lambda token: None)
    assert decider.text([Message("user", "write")], "root ::= .*") == "One sentence. Another one!"
