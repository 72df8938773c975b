"""Forms: what the words of a task say of entries, and what is entered, added and pressed next."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from agent.actions import Action, Click, Select, TypeText
from agent.deciding.situation import Situation
from agent.memory import Memory
from agent.skills.forms.filling import Forms
from agent.skills.forms.told import follows, gather, is_optional, meant, only_fills, spot, told
from agent.task.plan import Outline
from agent.trajectory import Effect
from tests.support.made_maps import element, made_map, window
from vision.core.elements import Element, ElementMap, Kind, State
from vision.core.geometry import Box

EMPTY = State(value="")


def screen(*elements: Element, handle: int = 1) -> ElementMap:
    return made_map(elements, [window(handle, "Settings", active=True)])


def field(number: int, name: str, value: str = "", kind: Kind = "field") -> Element:
    return element(number, kind, name, state=State(value=value))


def next_of(
    outline: Outline, map_: ElementMap, forms: Forms | None = None, memory: Memory | None = None
) -> Action | None:
    move = (forms or Forms()).next(Situation("", outline, memory or Memory(), map_))
    return move.action if move is not None else None


@pytest.mark.parametrize(
    ("words", "name", "said"),
    [
        ("its icon path ", "Icon path", True),
        ("with the e-mail ", "E-Mail", True),
        ("with the email ", "E-Mail:", True),
        ("Its name is ", "Name*", True),
        ("the username ", "Name", False),
        ("the file ", "F", False),
    ],
)
def test_a_label_is_said_as_whole_words(words: str, name: str, said: bool):
    assert (spot(words, name) is not None) is said


def test_a_value_has_the_words_on_both_its_sides():
    one, two = told('The contact is "Ada" with the e-mail "a@b.c".')
    assert (one.value, one.before, one.after) == ("Ada", "The contact is ", " with the e-mail ")
    assert (two.value, two.before, two.after) == ("a@b.c", " with the e-mail ", ".")
    assert told("press Finish") == []


def test_a_label_may_stand_behind_its_value():
    assert follows(" as documentation.", "Documentation")
    assert follows(" into the Full name field", "Full name")
    assert not follows(" as documentations", "Documentation")
    entries = [field(1, "Name"), field(2, "Documentation")]
    assert meant(told('give "a.pdf" as documentation')[0], entries) == entries[1:]


def test_the_longest_label_that_is_said_is_meant():
    entries = [field(1, "Name"), field(2, "Last name"), field(3, "Name of the dog")]
    assert meant(told('The last name is "Byron"')[0], entries) == [entries[1]]


def test_several_things_to_add_are_one_part_each():
    texts = [
        'Add two inputs, "a" and "b": the type of each is "Float",',
        'the unit "metre".',
        'Then press "OK".',
    ]
    outline = Outline(texts)
    part = gather(outline.parts[0], outline)
    assert [each.text for each in outline.parts] == [
        'Add two inputs, "a": the type of each is "Float", the unit "metre".',
        'Add two inputs, "b": the type of each is "Float", the unit "metre".',
        texts[2],
    ]
    assert part is outline.parts[0]
    assert part.values == ("a", "Float", "metre")


def test_one_thing_with_two_values_stays_one_part():
    text = 'Add a user with the name "Ann" and the town "Bath".'
    outline = Outline([text])
    assert gather(outline.parts[0], outline).text == text


def test_what_is_to_be_deleted_is_not_chosen():
    assert only_fills(Outline(['tick "Beta"']).parts[0])
    assert only_fills(Outline(['It is a "Beta"']).parts[0])
    assert not only_fills(Outline(['delete "Beta"']).parts[0])
    rows = screen(element(1, "list item", "Beta"), element(2, "list item", "Alpha"))
    assert next_of(Outline(['Choose "Beta"']), rows) == Click(1)
    assert next_of(Outline(['Delete "Beta"']), rows) is None
    ticked = screen(element(1, "checkbox", "Beta", state=State(checked=True)))
    assert next_of(Outline(['Untick "Beta"']), ticked) is None


def test_what_may_be_left_out_is_told_apart():
    assert is_optional(Outline(['On the second tab you may tick "Beta"']).parts[0])
    assert not is_optional(Outline(['tick "You may write to me"']).parts[0])


def test_values_go_where_their_labels_are():
    form = screen(field(1, "Town"), field(2, "Full name"), field(3, "Country", "", "dropdown"))
    task = ['The full name is "Ann Lee",', 'the country "Wales" and the town "Bath".']
    outline = Outline(task)
    assert next_of(outline, form) == TypeText("Ann Lee", 2)
    outline.credit(["Ann Lee"], ends_part=True)
    assert next_of(outline, form) == Select(3, "Wales")
    outline.credit(["Wales"], ends_part=True)
    assert next_of(outline, form) == TypeText("Bath", 1)


def test_what_is_there_already_is_not_entered_again():
    form = screen(field(1, "Town", "Bath"), field(2, "Street"))
    outline = Outline(['The town is "Bath",', 'the street "Mill Lane".'])
    assert next_of(outline, form) == TypeText("Mill Lane", 2)
    assert outline.parts[0].done


def test_a_value_that_is_only_told_may_wait_for_its_page():
    form = screen(field(1, "Town"), element(2, "button", "Next >"))
    outline = Outline(
        ['The street is "Mill Lane",', 'the town "Bath".', "At the end press Finish."]
    )
    assert next_of(outline, form) == TypeText("Bath", 1)
    outline.credit(["Bath"], ends_part=True)
    outline.parts[0].done = False
    outline.parts[0].used.clear()
    filled = screen(field(1, "Town", "Bath"), element(2, "button", "Next >"))
    assert next_of(outline, filled) == Click(2)


def test_the_next_page_waits_for_what_is_on_this_one():
    form = screen(element(1, "tab", "Beta"), element(2, "button", "Next"))
    assert next_of(Outline(['Set the beta channel to "fast"']), form) is not None
    listed = screen(element(1, "text", "fast"), element(2, "button", "Next"))
    assert next_of(Outline(['Set the channel to "fast"']), listed) is None
    grey = element(2, "button", "Next", state=State(disabled=True))
    assert next_of(Outline(['Set the channel to "fast"']), screen(grey)) is None


def test_of_two_fields_with_one_name_the_one_under_the_title_is_meant():
    form = screen(
        element(1, "field", "Name", Box(100, 20, 300, 40), EMPTY),
        element(2, "text", "Contact", Box(10, 60, 80, 74)),
        element(3, "field", "Name", Box(100, 80, 300, 100), EMPTY),
    )
    assert next_of(Outline(['The contact is "Ada"']), form) == TypeText("Ada", 3)
    assert next_of(Outline(['Its name is "Tool"']), form) == TypeText("Tool", 1)


def test_a_radio_button_of_the_group_that_is_named():
    marks = [
        Element(n, "radio", "Tool folder", Box(10, 20 * n, 22, 20 * n + 12), within=group)
        for n, group in enumerate(("Copy to", "Run the script in"), 1)
    ]
    assert next_of(Outline(['run the script in the "Tool folder"']), screen(*marks)) == Click(2)


def test_a_record_is_added_filled_in_and_taken_over():
    forms, memory = Forms(), Memory()
    outline = Outline(['Add an input, "length", with the type "Float".', "Then press Close."])
    table = [element(1, "text", "Type"), element(2, "button", "Add...")]
    page = made_map(table, [window(1, "Inputs", active=True)])
    assert next_of(outline, page, forms, memory) == Click(2)
    windows = [window(2, "Add input", active=True), window(1, "Inputs")]

    def dialog(*entries: Element) -> ElementMap:
        return made_map([*entries, element(5, "button", "OK")], windows)

    kind, name = field(4, "Type", "Text", "dropdown"), field(3, "Name")
    assert next_of(outline, dialog(name, kind), forms, memory) == Select(4, "Float")
    outline.use("Float")
    kind = field(4, "Type", "Float", "dropdown")
    assert next_of(outline, dialog(name, kind), forms, memory) == TypeText("length", 3)
    outline.use("length")
    assert next_of(outline, dialog(field(3, "Name", "length"), kind), forms, memory) == Click(5)
    assert next_of(outline, page, forms, memory) is None
    assert outline.parts[0].done
    closing = made_map([*table, element(3, "button", "Close")], page.windows)
    assert next_of(outline, closing, forms, memory) == Click(3)


def test_an_entry_that_was_written_into_and_holds_the_value_is_filled_in():
    memory = Memory()
    outline = Outline(['Add an input, "width", with the type "Float".'])
    windows = [window(1, "Inputs", active=True)]
    page = made_map([element(1, "text", "Type"), element(2, "button", "Add...")], windows)
    forms = Forms()
    assert next_of(outline, page, forms, memory) == Click(2)
    # What looks like a field opened a list: its text was chosen there.
    kind, name = field(4, "Type", "Float"), field(3, "Name")
    memory.filled.append((kind, "Float"))
    shown = [window(2, "Add input", active=True), *windows]
    entered = made_map([name, kind, element(5, "button", "OK")], shown)
    assert next_of(outline, entered, forms, memory) == TypeText("width", 3)
    filled = made_map([field(3, "Name", "width"), kind, element(5, "button", "OK")], shown)
    outline.use("width")
    assert next_of(outline, filled, forms, memory) == Click(5)


def test_what_is_called_like_a_value_is_chosen_before_an_unnamed_field_is_filled_in():
    title = element(1, "text", "Run the script in")
    mark = Element(2, "radio", "Tool folder", Box(20, 60, 40, 72))
    entry = Element(3, "field", "", Box(20, 90, 200, 110), state=EMPTY)
    outline = Outline(['run the script in the "Tool folder"'])
    assert next_of(outline, screen(title, mark, entry)) == Click(2)


def test_a_list_that_a_field_opened_is_chosen_from():
    outline = Outline(['its type is "Float" and its name "length"'])
    rows = [element(n, "list item", name, Box(20, 20 * n, 120, 20 * n + 18))
            for n, name in enumerate(("Integer", "Float"), 7)]  # fmt: skip
    popup = window(2, "list", Box(10, 130, 200, 300), popup=True)
    entries = [field(3, "Name"), field(4, "Type")]
    opened = made_map([*entries, *rows], [popup, window(1, "Add", active=True)])
    assert next_of(outline, opened) == Click(8)
    outline.parts[0].held = True
    assert next_of(outline, opened) is None, "the task forbids something there"
    outline.parts[0].held = False
    outline.use("Float")
    assert next_of(outline, opened) != Click(8)


def test_a_page_on_which_the_record_has_no_place_is_left():
    other = [
        element(1, "text", "Key"),
        element(2, "button", "Add..."),
        element(3, "button", "Next"),
    ]
    outline = Outline(['Add a setting with the folder "C:/work" and the version "1.0".'])
    assert next_of(outline, screen(*other)) == Click(3)
    place = [element(1, "text", "Folder"), *other[1:]]
    assert next_of(outline, screen(*place)) == Click(2)


def test_what_is_there_is_not_added_like_a_record():
    shop = screen(element(1, "text", "Milk"), element(2, "button", "Add to cart"))
    assert next_of(Outline(['Add "Milk" to the cart']), shop) is None


def test_what_is_named_without_quotes_is_ticked_before_the_end():
    box = element(2, "checkbox", "Breakfast", state=State(checked=False))
    page = screen(field(1, "Room", "", "dropdown"), box, element(3, "button", "Submit"))
    forms, outline = Forms(), Outline(['with Breakfast, Room "Suite".', "Then press Submit."])
    assert next_of(outline, page, forms) == Select(1, "Suite")
    outline.credit(["Suite"], ends_part=False, names=["Room"])
    assert next_of(outline, page, forms) == Click(2)
    outline.use("Breakfast")
    assert next_of(outline, page, forms) == Click(3)
    both = Outline(['Enter "abc" into both rooms'])
    assert next_of(both, screen(field(1, "Room"))) is None
    left = Outline(['The fax is "12345".', "Then press Submit."])
    assert next_of(left, page, forms) is None


def test_the_only_button_is_pressed_when_none_is_called_as_the_task_says():
    page = screen(
        field(1, "Name"), element(2, "button", "OK"), element(3, "button", "close window")
    )
    forms, outline = Forms(), Outline(['The name is "Ann"', "and press login."])
    assert next_of(outline, page, forms) == TypeText("Ann", 1)
    outline.use("Ann")
    assert next_of(outline, page, forms) == Click(2)
    two = screen(field(1, "Name"), element(2, "button", "OK"), element(3, "button", "Cancel"))
    assert next_of(outline, two, forms) is None
    assert next_of(Outline(["read the letter"]), page, forms) is None


def test_a_button_is_pressed_without_being_told_so_only_where_it_is_called_by_the_deed():
    buttons = [element(2, "button", "Customer"), element(3, "button", "Cancel")]
    for left, pressed in ((buttons, Click(3)), (buttons[:1], None)):
        forms, outline = Forms(), Outline(['The filter is "Ann"', "then cancel her as a customer."])
        page = screen(field(1, "Filter"), *left)
        assert next_of(outline, page, forms) == TypeText("Ann", 1)
        outline.use("Ann")
        assert next_of(outline, page, forms) == pressed


def test_a_part_of_which_only_half_can_be_placed_is_left_to_the_model():
    page = screen(field(1, "User name"), field(2, "Password"))
    assert next_of(Outline(['Log in as "ann" with the password "pear"']), page) is None
    told_both = Outline(['Log in with the user name "ann" and the password "pear"'])
    assert next_of(told_both, page) == TypeText("ann", 1)


def test_what_must_be_done_before_is_not_passed_over():
    page = screen(field(1, "Amount"))
    outline = Outline(["Read it.", "Multiply them in the calculator,", 'enter "7" as Amount'])
    outline.parts[0].done = True
    assert next_of(outline, page) is None


def test_what_was_entered_in_vain_is_left_to_the_model():
    form, memory = screen(field(1, "Town")), Memory()
    action = TypeText("Bath", 1)
    memory.note(action, "type", Effect("no visible change", ""), form, form)
    assert next_of(Outline(['The town is "Bath"']), form, memory=memory) is None


def test_a_screen_without_a_form_is_not_filled_in():
    assert next_of(Outline(["Press OK"]), screen(element(1, "button", "OK"))) is None


@pytest.mark.parametrize("names", [["Tool directory"], []])
def test_the_name_of_an_entry_is_no_value_of_another_part(names: Sequence[str]):
    outline = Outline(['the tool directory "C:/tools"', 'run it in the "Tool directory"'])
    outline.credit(["C:/tools"], ends_part=True, names=names)
    assert [part.done for part in outline.parts] == [True, False]


def test_filling_in_is_offered_with_the_entry_that_is_next():
    form, forms = screen(field(1, "Town")), Forms()
    outline = Outline(['The town is "Bath"'])
    (offer,) = forms.offers(Situation("", outline, Memory(), form))
    assert offer.words == "fill in what the task tells, from here: type “Bath” into “Town” (field)"
    assert not forms.keeps(TypeText("Bath", 1)), "it is credited like any other action"
    outline.credit(["Bath"], ends_part=True)
    assert forms.offers(Situation("", outline, Memory(), form)) == []
    asks = Outline(["Tell me the town", 'and enter "Bath" as town'])
    assert forms.offers(Situation("", asks, Memory(), form)) == []
