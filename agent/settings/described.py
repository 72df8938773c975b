"""Every setting: what it is called, where it lies, what it may be, what it does."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cache
from operator import attrgetter
from typing import Any, Literal, get_args

from agent.errors import AgentError
from agent.perception.ocr_languages import LANGUAGES
from agent.perception.settings import Seeing, seeing_of
from agent.policy.rules import Rules, problems
from agent.settings.kinds import Areas, Choice, Kind, Number, Text, Value, Words, YesNo, plain
from agent.strategies import FORM
from agent.strategies import USUAL as USUAL_STRATEGY
from agent.strategies import chosen_of as strategy_of
from models.catalogue.catalogue import language_model
from models.catalogue.profile import AUTO
from models.catalogue.profile import chosen_of as profile_of
from models.files.loading_settings import LoadingSettings, loading_of
from models.files.store import DEFAULT_MODEL, SETTING
from models.runtime.errors import ModelError

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
            raise ValueError(f"“{shown}” is not a valid value. {self.kind.form}")


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
        profile_of(data)
        if SETTING in data:
            language_model(data[SETTING])
    except (ValueError, ModelError):
        return True
    return bool(problems(data))


_NAMES = "Words from the name of the application; upper and lower case are the same."
_TITLES = "Words from the title of the window; upper and lower case are the same."
_LEVELS = (
    ("watch", "watch only: Deskhand says what to do and you do it"),
    ("ask", "ask before every action"),
    ("risky", "ask before risky actions"),
    ("trusted", "trusted: never ask"),
)
_ENGINES = (
    ("rapid", "RapidOCR: many scripts, fast"),
    ("easy", "EasyOCR: English only, about seven times slower (optional part)"),
)
_DETECTORS = (
    ("controls", "Deskhand's own: tells the kind of each element"),
    ("omniparser", "OmniParser: finds boxes; their kinds are guessed (optional part)"),
    ("uitag", "uitag: the same, learnt from real desktop programs (optional part)"),
)
_PROFILES = (
    (AUTO, "automatic: by the size of the model"),
    ("small", "small: one question at a time, short texts"),
    ("standard", "standard: several actions at a time, 16,384 tokens of context"),
    ("strong", "strong: long plans, the whole screen, 32,768 tokens of context"),
)
SETTINGS: tuple[Setting, ...] = (
    Setting("safety", "Safety level", "Safety", Choice(_LEVELS),
            "Which actions Deskhand asks you about first. A single run can use another level."),
    Setting("answer_seconds", "Time to answer", "Safety", Number("seconds", 86_400, above=True),
            "If you do not answer within this time, the action is skipped."),
    Setting("screen.ask", "Ask about instructions on the screen", "Safety", YesNo(),
            "If a text on the screen reads like an instruction to an assistant, Deskhand asks "
            "before actions that your task does not name."),
    Setting("deny.applications", "Denied applications", "Safety", Words(_NAMES),
            f"Deskhand does nothing in these applications. {_NAMES}"),
    Setting("deny.windows", "Denied windows", "Safety", Words(_TITLES),
            f"Deskhand does nothing in windows with these titles. {_TITLES}"),
    Setting("allow.applications", "Only these applications", "Safety", Words(_NAMES, "all"),
            f"If anything stands here, nothing is done anywhere else. {_NAMES}"),
    Setting("allow.windows", "Only these windows", "Safety", Words(_TITLES, "all"),
            f"If anything stands here, nothing is done anywhere else. {_TITLES}"),
    Setting("area", "Protected areas", "Safety", Areas(),
            "Parts of the screen that Deskhand never clicks in, such as “my chat: 1500, 0, 1920, "
            "1080”: left, top, right and bottom in pixels. With “, not read” it does not read "
            "them either."),
    Setting("hours", "Hours", "Safety",
            Text("Write two times, such as 08:00-18:30, or nothing for no limit.", "always"),
            "Runs start and continue only between these times, such as 08:00-18:30.",
            "when a run begins, and before each action"),
    Setting("max_actions", "Maximum number of actions", "Safety",
            Number("actions", 1_000_000, whole=True, zero="no limit"),
            "A run ends after this number of actions. 0 means no limit."),
    Setting("max_minutes", "Maximum number of minutes", "Safety",
            Number("minutes", 1_000_000, zero="no limit"),
            "A run ends after this number of minutes. Time spent waiting for you does not count. "
            "0 means no limit."),
    Setting("hotkey", "Stop hotkey", "Stopping",
            Text("Write keys such as ctrl+shift+esc, with one or more of ctrl, shift, alt and "
                 "win, or nothing for no hotkey."),
            "These keys stop a run, whatever window is in front (X11 only). Leave it empty for no "
            "hotkey."),
    Setting("pause_on_mouse", "Pause when I move the mouse", "Stopping", YesNo(),
            "When you move the mouse, the run pauses until you resume it."),
    Setting("stop_with_page", "Stop when the panel is closed", "Stopping", YesNo(),
            "A run started in the panel stops when the last page of the panel is closed.",
            "when a page of the panel is closed"),
    Setting("ocr", "Text recognition", "Seeing", Choice(_ENGINES),
            "The engine that reads the text on the screen."),
    Setting("ocr_language", "Language of the text", "Seeing", Choice(tuple(LANGUAGES.items())),
            "The language that RapidOCR reads. All but the first need a model: download it in "
            "Models under “Text recognition”, or import its file there."),
    Setting("detector", "Detector of controls", "Seeing", Choice(_DETECTORS),
            "The detector that finds buttons, fields and icons on the screen."),
    Setting("language_model", "Model in use", "Models",
            Text("Write the id of a language model from: deskhand models list."),
            "The language model that decides. To check first that it fits into memory, use: "
            "deskhand models use.",
            in_panel=False),
    Setting("strategy", "Strategy", "Models", Text(FORM),
            "How a run works: plan-act-reflect, act-only, or a file of your own in the data "
            "folder's subfolder strategies."),
    Setting("profile", "Profile of the model", "Models", Choice(_PROFILES),
            "How much the model is asked and told at once, and the context it is loaded with. "
            "deskhand models bench recommends one.", "when a run begins or a model is loaded"),
    Setting("idle_unload_minutes", "Unload an idle model", "Models",
            Number("minutes", 999_999, zero="never"),
            "The model is unloaded when no run has used it for this time. 0 means never.",
            "at the end of a run"),
    Setting("load_anyway", "Load models that seem too large", "Models", YesNo(),
            "Load a model even if there seems to be too little memory. The machine may become "
            "very slow.", "when a model is loaded"),
    Setting("keep_days", "Keep records for", "Records", Number("days", 1_000_000, zero="no limit"),
            "Older records are deleted when the next run begins. 0 means no limit."),
    Setting("keep_megabytes", "Space for records", "Records",
            Number("megabytes", 1_000_000_000, zero="no limit"),
            "If the records take more space, the oldest are deleted when the next run begins. "
            "0 means no limit."),
    Setting("keep_notes", "Keep notes on applications", "Records", YesNo(),
            "After a run, Deskhand notes which actions had an effect in an application and which "
            "had none. The notes stay on this machine."),
    Setting("give_notes", "Give notes to the model", "Records", YesNo(),
            "The model reads the latest notes on the application in front. Whether that helps "
            "depends on the model."),
    Setting("give_manuals", "Give manuals to the model", "Records", YesNo(),
            "The model reads the section of the application's manual that matches the screen and "
            "the task. It has not been measured whether this helps. For your own manuals, see: "
            "deskhand notes manuals."),
)  # fmt: skip
_BY_NAME = {setting.name: setting for setting in SETTINGS}


def setting(name: str) -> Setting:
    """The setting of this name.

    Raises:
        AgentError: there is none.
    """
    if name not in _BY_NAME:
        raise AgentError(f"There is no setting “{name}”.", "To list them: deskhand settings list")
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
        "profile": AUTO,
        "idle_unload_minutes": loading.idle_minutes,
        "load_anyway": loading.anyway,
    }
    return found | {name: attrgetter(name)(rules) for name in _BY_NAME if name not in found}
