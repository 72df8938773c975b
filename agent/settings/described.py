"""Every setting: what it is called, where it lies, what it may be, what it does."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cache
from operator import attrgetter
from typing import Any, Literal, get_args

from agent.errors import AgentError
from agent.ocr_languages import LANGUAGES
from agent.policy.rules import Rules, problems
from agent.seeing import Seeing, seeing_of
from agent.settings.kinds import Areas, Choice, Kind, Number, Text, Value, Words, YesNo, plain
from agent.strategies import FORM
from agent.strategies import USUAL as USUAL_STRATEGY
from agent.strategies import chosen_of as strategy_of
from models.catalogue import language_model
from models.errors import ModelError
from models.loading_settings import LoadingSettings, loading_of
from models.store import DEFAULT_MODEL, SETTING

Group = Literal["Safety", "Stopping", "Seeing", "Models", "Records"]
GROUPS: tuple[Group, ...] = get_args(Group)


USUAL = "when a run begins"
"""When most settings count."""


@dataclass(frozen=True, slots=True)
class Setting:
    """A setting. `name` is its key in settings.toml, such as "deny.applications"; `used` says when
    it counts; `in_panel` is False for what has a tab of its own."""

    name: str
    label: str
    group: Group
    kind: Kind
    sentence: str
    used: str = USUAL
    in_panel: bool = True

    @property
    def default(self) -> Value:
        """What holds when nothing is set."""
        return _defaults()[self.name]

    def read(self, text: str) -> Value:
        """The value of what a person typed. Raises ValueError with a sentence that says what may
        be written."""
        value = self.kind.read(text)
        self.check(value)
        return value

    def of_plain(self, data: Any) -> Value:
        """The value of what stands in the file. Raises ValueError with such a sentence."""
        value = self.kind.of_plain(data)
        self.check(value)
        return value

    def check(self, value: Value) -> None:
        """Ask those who use it whether a value may be. Raises ValueError with such a sentence."""
        data = nested(self.name, plain(value))
        if _wrong(data):
            shown = self.kind.show(value).replace("\n", ", ")
            raise ValueError(f"“{shown}” cannot be used here. {self.kind.form}")


def nested(name: str, data: Any) -> dict[str, Any]:
    """Data as it stands under a dotted name: {"deny": {"windows": …}}."""
    for part in reversed(name.split(".")):
        data = {part: data}
    found: dict[str, Any] = data
    return found


def _wrong(data: Mapping[str, Any]) -> bool:
    try:
        loading_of(data)
        seeing_of(data)
        strategy_of(data)
        if SETTING in data:
            language_model(data[SETTING])
    except (ValueError, ModelError):
        return True
    return bool(problems(data))


_NAMES = "Words in the name of the application; capitals do not matter."
_TITLES = "Words in the title of the window; capitals do not matter."
_LEVELS = (
    ("watch", "watch only: it says what to do, you do it"),
    ("ask", "ask before every action"),
    ("risky", "ask before risky actions"),
    ("trusted", "trusted: ask nothing"),
)
_ENGINES = (
    ("rapid", "RapidOCR: many scripts, fast"),
    ("easy", "EasyOCR: English, about seven times slower; optional (deskhand extras)"),
)
_DETECTORS = (
    ("controls", "Deskhand's own: says what each thing is"),
    ("omniparser", "OmniParser: finds boxes only; optional (deskhand extras, Models)"),
)
SETTINGS: tuple[Setting, ...] = (
    Setting("safety", "Safety level", "Safety", Choice(_LEVELS),
            "What Deskhand asks you before it does it. One run can have another level."),
    Setting("answer_seconds", "Time to answer", "Safety", Number("seconds", 86_400, above=True),
            "Without your answer for so long, what was asked about is not done."),
    Setting("screen.ask", "Ask about orders on the screen", "Safety", YesNo(),
            "Where a text on the screen reads like an order to an assistant, what your task does "
            "not name is asked about."),
    Setting("deny.applications", "Denied applications", "Safety", Words(_NAMES),
            f"Nothing is done in these applications. {_NAMES}"),
    Setting("deny.windows", "Denied windows", "Safety", Words(_TITLES),
            f"Nothing is done in windows with such titles. {_TITLES}"),
    Setting("allow.applications", "Only these applications", "Safety", Words(_NAMES, "all"),
            f"If anything stands here, nothing is done anywhere else. {_NAMES}"),
    Setting("allow.windows", "Only these windows", "Safety", Words(_TITLES, "all"),
            f"If anything stands here, nothing is done anywhere else. {_TITLES}"),
    Setting("area", "Areas that are left alone", "Safety", Areas(),
            "Parts of the screen that are never touched, as “my chat: 1500, 0, 1920, 1080”: left, "
            "top, right and bottom in pixels. With “, not read” they are not looked at either."),
    Setting("hours", "Hours", "Safety",
            Text("Write two times such as 08:00-18:30, or nothing for always.", "always"),
            "Runs begin and go on only between these times, such as 08:00-18:30.",
            "when a run begins, and before each action"),
    Setting("max_actions", "Most actions", "Safety",
            Number("actions", 1_000_000, whole=True, zero="no limit"),
            "A run ends after so many actions. 0 means no limit."),
    Setting("max_minutes", "Most minutes", "Safety", Number("minutes", 1_000_000, zero="no limit"),
            "A run ends after so many minutes, without the time in which it waited for you. "
            "0 means no limit."),
    Setting("hotkey", "Hotkey that stops", "Stopping",
            Text("Write keys such as ctrl+shift+esc, with one or more of ctrl, shift, alt and "
                 "win, or nothing for no hotkey."),
            "These keys stop a run, whatever window is in front (X11 only). Nothing: no hotkey."),
    Setting("pause_on_mouse", "Pause when I move the mouse", "Stopping", YesNo(),
            "Your hand on the mouse holds a run until you say to go on."),
    Setting("stop_with_page", "Stop when the page is closed", "Stopping", YesNo(),
            "A run of the panel ends when the panel's last page is closed.",
            "when a page of the panel is closed"),
    Setting("ocr", "Text reader", "Seeing", Choice(_ENGINES),
            "What reads the text on the screen."),
    Setting("ocr_language", "Language of the text", "Seeing", Choice(tuple(LANGUAGES.items())),
            "The language in which RapidOCR reads the screen. All but the first need a model: get "
            "it in Models under “Text recognition”, or import its file there."),
    Setting("detector", "Finder of controls", "Seeing", Choice(_DETECTORS),
            "What finds buttons, fields and icons on the screen."),
    Setting("language_model", "Model in use", "Models",
            Text("Write the id of a language model of: deskhand models list."),
            "The language model that decides. To check first whether it fits: deskhand models use.",
            in_panel=False),
    Setting("strategy", "Strategy", "Models", Text(FORM),
            "How a run goes about its task: plan-act-reflect, act-only, or a file of your own in "
            "the folder strategies of the data folder."),
    Setting("idle_unload_minutes", "Free an idle model", "Models",
            Number("minutes", 999_999, zero="never"),
            "So long after the last run the model gives its memory back. 0 means never.",
            "at the end of a run"),
    Setting("load_anyway", "Load what seems not to fit", "Models", YesNo(),
            "A model is loaded even when there seems to be too little memory. The machine may "
            "become very slow.", "when a model is loaded"),
    Setting("keep_days", "Keep records for", "Records", Number("days", 1_000_000, zero="no limit"),
            "Records that are older are deleted when the next run begins. 0 means no limit."),
    Setting("keep_megabytes", "Room for records", "Records",
            Number("megabytes", 1_000_000_000, zero="no limit"),
            "When all records take more, the oldest are deleted when the next run begins. "
            "0 means no limit."),
    Setting("keep_notes", "Keep notes on applications", "Records", YesNo(),
            "At the end of a run, short lines on what had an effect in an application and what had "
            "none are kept on this machine."),
    Setting("give_notes", "Give notes to the model", "Records", YesNo(),
            "The model reads the latest notes on the application in front. Whether that helps "
            "depends on the model."),
    Setting("give_manuals", "Give manuals to the model", "Records", YesNo(),
            "The model reads the section of the application's manual that speaks of what is on the "
            "screen and of the task. Nobody has measured yet that it helps. Your own manuals: "
            "deskhand notes manuals."),
)  # fmt: skip
_BY_NAME = {setting.name: setting for setting in SETTINGS}


def setting(name: str) -> Setting:
    """The setting of this name.

    Raises:
        AgentError: there is none.
    """
    if name not in _BY_NAME:
        raise AgentError(f"There is no setting “{name}”.", "See: deskhand settings list")
    return _BY_NAME[name]


@cache
def _defaults() -> dict[str, Value]:
    """Those of the rules as shipped, and of the other parts that have settings."""
    rules, loading = Rules.shipped(), LoadingSettings()
    found: dict[str, Value] = {
        **asdict(Seeing()),
        "area": rules.areas,
        SETTING: DEFAULT_MODEL,
        "strategy": USUAL_STRATEGY,
        "idle_unload_minutes": loading.idle_minutes,
        "load_anyway": loading.anyway,
    }
    return found | {name: attrgetter(name)(rules) for name in _BY_NAME if name not in found}
