"""Settings: what may be set is what the parts that use it accept; files keep all that is theirs."""

from __future__ import annotations

import contextlib
import errno
import stat
import string
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent import strategies
from agent.errors import AgentError
from agent.perception.settings import seeing
from agent.policy.rules import Area, Rules
from agent.settings.described import SETTINGS, Setting, setting
from agent.settings.file import change, read
from agent.settings.kinds import Number, Value, plain
from models.catalogue import profile
from models.files.loading_settings import loading_settings
from models.files.settings_edit import edited
from models.files.settings_file import NAME, put_aside
from models.files.store import selected
from models.runtime.errors import ModelError
from tests.support.timing import AMPLE
from vision.core.geometry import Box

CHAT = Area("chat", Box(0, 0, 5, 5))
TYPED = {
    "safety": ("watch", "trusted "),
    "answer_seconds": ("0.5", "86400"),
    "screen.ask": ("false", "yes"),
    "deny.applications": ("keepassxc\n\n mail ", ""),
    "deny.windows": ("online banking", "a, b"),
    "allow.applications": ("x", ""),
    "allow.windows": ("x", ""),
    "area": ("chat: 0, 0, 5, 5", "0,0,5,5,not read\n a:b: -5,0,7,8"),
    "hours": ("08:00-18:30", "22:00-06:00", ""),
    "max_actions": ("0", "40"),
    "max_minutes": ("0", "2.5"),
    "hotkey": ("ctrl+alt+end", ""),
    "pause_on_mouse": ("no", "on"),
    "stop_with_page": ("false", "true"),
    "ocr": ("easy", "rapid"),
    "keep_notes": ("false", "on"),
    "give_notes": ("true", "no"),
    "give_manuals": ("true", "no"),
    "ocr_language": ("korean", "usual"),
    "detector": ("controls", "omniparser", "uitag"),
    "language_model": ("smollm2-135m-q4",),
    "strategy": ("act-only", "my_own"),
    "profile": ("strong", "auto"),
    "idle_unload_minutes": ("0", "12.5"),
    "load_anyway": ("true", "no"),
    "keep_days": ("30", "0"),
    "keep_megabytes": ("500", "0"),
}
WRONG = {
    "safety": ("", "none", "ask, risky"),
    "answer_seconds": ("0", "-1", "nan", "1e3", "86401", "two minutes", "", "1,5", "٣"),
    "screen.ask": ("", "perhaps"),
    "area": ("chat", "0, 0, 5", "chat: 5, 0, 5, 5", "0,0,5,5, read", "1.5,0,5,5"),
    "hours": ("always", "08:00", "25:00-26:00", "8-18"),
    "max_actions": ("2.5", "-1", "1000001"),
    "max_minutes": ("-0.1", "inf", "9999999"),
    "hotkey": ("q", "ctrl", "ctrl+", "ctrl+nokey"),
    "pause_on_mouse": ("1", ""),
    "ocr": ("tesseract", ""),
    "ocr_language": ("english", ""),
    "detector": ("none",),
    "keep_notes": ("2",),
    "give_notes": ("sometimes", ""),
    "give_manuals": ("maybe", ""),
    "language_model": ("", "gone", "omniparser-v2-icon"),
    "idle_unload_minutes": ("-1", "1000000", "true"),
    "strategy": ("", "../evil", "Act Only"),
    "profile": ("", "huge", "Strong"),
    "keep_days": ("-1", "1000001"),
    "keep_megabytes": ("-1", "1000000001"),
}
ACCEPTED = [(name, text) for name, texts in TYPED.items() for text in texts]
REFUSED = [(name, text) for name, texts in WRONG.items() for text in texts]


def of_file(name: str) -> object:
    """What the part that uses a setting makes of the files that are there now."""
    rules, loading, seen = Rules.read(), loading_settings(), seeing()
    special = {
        "screen.ask": rules.screen.ask,
        "deny.applications": rules.deny.applications,
        "deny.windows": rules.deny.windows,
        "allow.applications": rules.allow.applications,
        "allow.windows": rules.allow.windows,
        "area": rules.areas,
        "ocr": seen.ocr,
        "detector": seen.detector,
        "keep_notes": seen.keep_notes,
        "give_notes": seen.give_notes,
        "give_manuals": seen.give_manuals,
        "ocr_language": seen.ocr_language,
        "language_model": selected(),
        "strategy": strategies.chosen(),
        "profile": profile.chosen(),
        "idle_unload_minutes": loading.idle_minutes,
        "load_anyway": loading.anyway,
    }
    return special[name] if name in special else getattr(rules, name)


def test_each_setting_is_described(data_folder: Path):
    assert set(TYPED) == {each.name for each in SETTINGS}
    for each in SETTINGS:
        assert each.sentence.endswith("."), each.name
        assert each.default == of_file(each.name), each.name
        each.check(each.default)
        assert each.read(each.kind.show(each.default)) == each.default


@pytest.mark.parametrize(("name", "text"), ACCEPTED)
def test_what_is_accepted_is_what_a_run_gets(data_folder: Path, name: str, text: str):
    wanted = setting(name)
    value = wanted.read(text)
    change({wanted: value})
    assert of_file(name) == value
    assert read().found[name].value == value
    assert wanted.read(wanted.kind.show(value)) == value


@pytest.mark.parametrize(("name", "text"), REFUSED)
def test_what_is_refused_is_said_in_a_sentence(name: str, text: str):
    with pytest.raises(ValueError, match=r"^(Write |“|The area ).*\.$"):
        setting(name).read(text)


@pytest.mark.parametrize("each", [s for s in SETTINGS if isinstance(s.kind, Number)])
def test_the_limits_that_are_told_are_those_of_the_files(data_folder: Path, each: Setting):
    """A file may hold what the kind allows, and nothing beyond it."""
    assert isinstance(each.kind, Number)
    step = 1 if each.kind.whole else 0.5
    low = each.kind.least + (step if each.kind.above else 0)
    for number, good in (
        (low, True), (each.kind.most, True), (low - step, False), (each.kind.most + 1, False),
    ):  # fmt: skip
        (data_folder / NAME).write_text(f"{each.name} = {number:.12g}\n")
        refused = contextlib.nullcontext() if good else pytest.raises((AgentError, ModelError))
        with refused:
            of_file(each.name)


OWN = """# mine
safety = "ask"   # careful
frob = 1
# about deny
[deny]
applications = [
  "keepassxc", # passwords
  "mail",
]

[[risk]]
id = "send"
words = ["x"]

[[area]]
# the chat
name = "chat"
box = [0, 0, 5, 5]
"""


def changed(text: str, wanted: dict[str, Value | None]) -> str:
    fresh = edited(text, {name: v if v is None else plain(v) for name, v in wanted.items()})
    assert fresh is not None
    return fresh


def lines_of(text: str) -> set[str]:
    return {line for line in text.splitlines() if line.strip()}


@pytest.mark.parametrize(
    ("wanted", "gone", "new"),
    [
        ({"safety": "risky"}, {'safety = "ask"   # careful'}, {'safety = "risky"   # careful'}),
        ({"max_actions": 5}, set(), {"max_actions = 5"}),
        ({"safety": None}, {'safety = "ask"   # careful'}, set()),
        ({"deny.applications": ("keepassxc", "x")}, {'  "mail",'}, {'  "x",'}),
        ({"allow.windows": ("a b",)}, set(), {"[allow]", 'windows = ["a b"]'}),
        ({"area": (CHAT, Area("", Box(1, 1, 2, 2), False))}, set(),
         {"box = [1, 1, 2, 2]", "read = false"}),
        ({"area": ()}, {"[[area]]", "# the chat", 'name = "chat"', "box = [0, 0, 5, 5]"}, set()),
    ],
)  # fmt: skip
def test_a_change_leaves_everything_else(
    wanted: dict[str, Value | None], gone: set[str], new: set[str]
):
    assert lines_of(changed(OWN, wanted)) == (lines_of(OWN) - gone) | new


@pytest.mark.parametrize(
    ("text", "name", "fresh"),
    [
        ("", "ocr", "ocr = 1\n"),
        ("# mine", "ocr", "# mine\nocr = 1\n"),
        ("a = 2\n\n# deny\n[deny]\n", "ocr", "a = 2\nocr = 1\n\n# deny\n[deny]\n"),
        ("# deny\n[deny]\nx = 2\n", "ocr", "ocr = 1\n\n# deny\n[deny]\nx = 2\n"),
        ("[deny]\na = 2 # x\n\n# risk\n[[risk]]\n", "deny.ocr",
         "[deny]\na = 2 # x\nocr = 1\n\n# risk\n[[risk]]\n"),
        ("[deny]\n# risk\n[[risk]]\n", "deny.ocr", "[deny]\nocr = 1\n\n# risk\n[[risk]]\n"),
        ("deny.a = 2\n# risk\n[[risk]]\n", "ocr", "deny.a = 2\nocr = 1\n\n# risk\n[[risk]]\n"),
    ],
)  # fmt: skip
def test_a_new_line_stands_with_its_table_and_comments_stay_with_theirs(
    text: str, name: str, fresh: str
):
    assert changed(text, {name: 1}) == fresh


texts = st.text(string.printable + "äß€“\u3042", max_size=12)
areas = st.tuples(
    st.text("abc :,1", max_size=8), st.integers(-50, 50), st.integers(-50, 50),
    st.integers(1, 90), st.integers(1, 90), st.booleans(),
).map(lambda t: Area(t[0], Box(t[1], t[2], t[1] + t[3], t[2] + t[4]), t[5]))  # fmt: skip
changes = st.fixed_dictionaries(
    {},
    optional={
        "safety": st.none() | st.sampled_from(["ask", "watch"]),
        "hours": st.none() | texts,
        "max_minutes": st.none() | st.floats(0, 1e6) | st.integers(0, 9),
        "deny.applications": st.none() | st.lists(texts, max_size=4).map(tuple),
        "screen.ask": st.none() | st.booleans(),
        "area": st.none() | st.lists(areas, max_size=3, unique=True).map(tuple),
    },
)


@given(st.lists(changes, max_size=3), st.sampled_from([OWN, "", OWN.replace("\n", "\r\n")]))
def test_any_changes_one_after_the_other(steps: list[dict[str, Value | None]], text: str):
    """Whatever is set is what stands there, and all else stays."""
    held: dict[str, Value | None] = {}
    for wanted in steps:
        text, held = changed(text, wanted), held | wanted
    data = tomllib.loads(text)
    for name, value in held.items():
        here: object = data
        for part in name.split("."):
            here = here.get(part) if isinstance(here, dict) else None
        assert here == (None if value in (None, ()) else plain(value))
    if "# mine" in text:
        assert data["risk"] == [{"id": "send", "words": ["x"]}]
        assert data["frob"] == 1


def test_damaged_files_are_told_and_left(data_folder: Path):
    path = data_folder / "settings.toml"
    path.write_text('safety = "ask"\nhours = 08:00-18:30\n')
    assert read().damage.startswith("It cannot be read at line 2 (“hours = 08:00-18:30”): ")
    with pytest.raises(AgentError, match=r"was not changed\. It cannot be read at line 2"):
        change({setting("safety"): "risky"})
    assert path.read_text() == 'safety = "ask"\nhours = 08:00-18:30\n'
    aside = put_aside()
    assert aside.read_text().startswith('safety = "ask"')
    assert Rules.read() == Rules.shipped()


@pytest.mark.parametrize(
    ("data", "where"),
    [(b"\xff", ": it is not UTF-8 text."), (b"a = ", " at line 1 (“a =”): "),
     (b"[deny]\nx = [", " at line 2 (“x = [”): ")],
)  # fmt: skip
def test_other_damage(data_folder: Path, data: bytes, where: str):
    (data_folder / NAME).write_bytes(data)
    assert read().damage.startswith(f"It cannot be read{where}")
    for each in SETTINGS:
        with pytest.raises(AgentError, match="was not changed"):
            change({each: None})
    assert (data_folder / NAME).read_bytes() == data


def test_one_wrong_value_is_told_beside_its_setting_and_can_be_mended(data_folder: Path):
    path = data_folder / "settings.toml"
    path.write_text('safety = "none"\nmax_actions = 7\n[deny]\nwindows = [1]\n')
    found = read().found
    problem = found["safety"].problem
    assert problem.startswith("settings.toml has the value “none” for safety. Write one of: watch")
    assert found["safety"].value == "risky"
    assert found["max_actions"].value == 7
    assert found["deny.windows"].problem
    assert read().others == ()
    with pytest.raises(AgentError):
        Rules.read()
    done = change({setting("safety"): "risky", setting("deny.windows"): None})
    assert {each.setting.name for each in done} == {"safety", "deny.windows"}
    assert Rules.read().max_actions == 7


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "# x\nsafty = 'ask'\n",
            "settings.toml: safty (line 2): there is no setting",
        ),
        ("\n[[risk]]\nid = 'x'\nacts = ['click']\ntexts = ['(']", "risk.0.texts.0 (line 5): not a"),
        ("[[risk]]\nid = 'x'\nwords = ['y']", "acts is missing"),
        ("[deny]\nocr = 'easy'", "deny.ocr (line 2): it must stand above the first [table]."),
    ],
)
def test_what_else_is_wrong_is_told_with_its_line(data_folder: Path, text: str, said: str):
    (data_folder / "settings.toml").write_text(text)
    found = read()
    assert len(found.others) == 1
    assert said in found.others[0]
    assert all(not each.problem for each in found.found.values())


def test_a_link_stays_a_link_and_rights_stay(data_folder: Path, tmp_path_factory):
    real = tmp_path_factory.mktemp("dotfiles") / "settings.toml"
    real.write_text("max_actions = 1\n")
    real.chmod(0o600)
    (data_folder / "settings.toml").symlink_to(real)
    change({setting("max_actions"): 2})
    assert (data_folder / "settings.toml").is_symlink()
    assert real.read_text() == "max_actions = 2\n"
    assert stat.S_IMODE(real.stat().st_mode) == 0o600


_SETS = """
import sys
from models.files.settings_file import change
for number in range(15):
    change({f"{sys.argv[1]}{number}": number})
"""


def test_what_two_processes_change_at_once_is_all_there(data_folder: Path):
    (data_folder / NAME).write_text("# mine\n")
    both = [subprocess.Popen([sys.executable, "-c", _SETS, name]) for name in "ab"]
    assert [each.wait(AMPLE) for each in both] == [0, 0]
    found = tomllib.loads((data_folder / NAME).read_text())
    assert found == {f"{name}{number}": number for name in "ab" for number in range(15)}
    assert (data_folder / NAME).read_text().startswith("# mine\n")


def test_nothing_changes_nothing(data_folder: Path):
    assert change({setting("safety"): "risky", setting("ocr"): None}) == []
    assert list(data_folder.iterdir()) == []


def test_a_folder_that_cannot_be_written(data_folder: Path):
    (data_folder / "settings.toml.d").mkdir()
    blocked = data_folder / "settings.toml"
    blocked.mkdir()
    with pytest.raises(AgentError, match="was not changed"):
        change({setting("safety"): "ask"})


def test_a_disk_that_is_full_leaves_the_file_as_it_was(
    data_folder: Path, monkeypatch: pytest.MonkeyPatch
):
    def full(path: Path, data: bytes) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    (data_folder / NAME).write_text("max_actions = 1\n")
    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(
        AgentError, match=r"No space left on device\. It was not changed\. Free some disk space"
    ):
        change({setting("max_actions"): 2})
    assert (data_folder / NAME).read_text() == "max_actions = 1\n"
    assert not list(data_folder.glob("*.new"))
