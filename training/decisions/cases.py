"""Decisions on made screens: what is wanted of a screen, in words, and what is right next."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random

from benchmarks.decide.format import Act, Case, Past
from training.decisions.goals import ENGLISH, OTHERS, Goal, prose, words
from training.decisions.screens import Screen
from training.web import vocabulary
from vision.core.elements import State

_LANGUAGES = {"en": 10, "de": 1, "fr": 1, "es": 1}
_MISTAKES = (0.0, 0.06, 0.12)
_WORDINGS = 2
# Of a goal that its name gives away, one in so many is told by what it means.
_MEANT = 0.3
# So many tasks that press something press several things, one after the other.
_IN_TURN = 0.35
# What does not go together with other goals in one task.
_ALONE = ("scroll", "tell", "context", "menu", "answer")


def made_cases(count: int, seed: int) -> Iterator[Case]:
    """So many decisions, the same ones for the same seed."""
    chance = Random(seed)
    number = 0
    while number < count:
        case = _case(chance, number)
        if case is not None:
            yield case
            number += 1


def _case(chance: Random, number: int) -> Case | None:
    language = chance.choices(list(_LANGUAGES), list(_LANGUAGES.values()))[0]
    makers = ENGLISH if language == "en" else OTHERS
    screen = Screen(chance, " ".join(vocabulary.value(chance).split()[:2]) + " - Program")
    if chance.random() < 0.55:
        address = chance.choice(["127.0.0.1:8000/page", "www.example.org/start", "shop.example"])
        screen.browser(words()["lists"]["browser"], address)
    if chance.random() < 0.6:
        screen.frame()
    screen.place(40, 110)
    groups: list[list[Goal]] = []
    for maker in chance.choices(list(makers), list(makers.values()), k=chance.randint(1, 4)):
        if chance.random() < 0.3:
            prose(screen, chance, language)
        groups.append(maker(screen, chance, language))
    # What came up last is in front: a menu, a question.
    groups = [g for n, g in enumerate(groups) if g and (not g[0].came or n == len(groups) - 1)]
    if not groups:
        return None
    goals = _wanted(groups, chance)
    if not goals or _is_unclear(goals, screen):
        return None
    at = chance.randrange(len(goals) + 1) if len(goals) > 1 else chance.choice([0, 0, 0, 0, 1])
    if at == len(goals) and goals[-1].sort in _ALONE:
        at -= 1
    return _made(screen, goals, at, language, chance, number)


def _wanted(groups: Sequence[list[Goal]], chance: Random) -> list[Goal]:
    """What one task wants: one thing, or several that go together, in their order."""
    group = groups[-1] if groups[-1][0].came else chance.choice(groups)
    first = chance.choice(group)
    if first.sort in _ALONE or chance.random() < 0.35:
        return [first]
    likes = [g for group in groups for g in group if g.sort not in _ALONE]
    entries = [g for g in likes if g.entry]
    presses = [g for g in likes if g.sort in ("press", "row", "go", "drag", "open")]
    if first in presses and chance.random() < _IN_TURN:
        some = chance.sample(presses, min(len(presses), chance.randint(2, 4)))
        return _without_twins([first, *some])
    goals = chance.sample(entries, min(len(entries), chance.randint(0, 3)))
    if first not in goals and first.entry:
        goals.insert(0, first)
    ends = [first] if not first.entry else chance.sample(presses, min(1, len(presses)))
    more = chance.sample(presses, min(len(presses), chance.choice([0, 0, 1])))
    goals += [g for g in (*ends, *more) if g not in goals]
    return _without_twins(goals)


def _without_twins(goals: Sequence[Goal]) -> list[Goal]:
    """The goals that are not asked for, or done, by one before them."""
    kept: list[Goal] = []
    for goal in goals:
        same = any(g.x == goal.x or set(g.right) & set(goal.right) for g in kept)
        if not same:
            kept.append(goal)
    return kept


def _is_unclear(goals: Sequence[Goal], screen: Screen) -> bool:
    """Whether several things on the screen have the name of what is wanted."""
    names = [e.text.casefold() for e in screen.elements]
    for goal in goals:
        twins = names.count(goal.x.casefold())
        if goal.sort not in ("row", "choose") and goal.x and twins > 1:
            return True
        if goal.sort in ("row", "context") and names.count(goal.v.casefold()) > 1:
            return True
    return False


def _made(
    screen: Screen, goals: list[Goal], at: int, language: str, chance: Random, number: int
) -> Case:
    for goal in goals[:at]:
        if goal.done is not None:
            _change(screen, goal.done[0].id, goal.done[1])
    if at == len(goals):
        right: tuple[Act, ...] = (Act("done"),)
    else:
        due = [goals[at]]
        for goal in goals[at + 1 :] if goals[at].entry else []:
            if not goal.entry:
                break
            due.append(goal)
        right = tuple(act for goal in due for act in goal.right)
    history = [act for goal in goals[:at] for act in (*goal.before, *goal.right[:1])]
    came: tuple[int, ...] = ()
    if at < len(goals):
        history += goals[at].before
        came = goals[at].came
    shown = screen.as_map(chance.choice(_MISTAKES))
    texts = {e.id: e.text for e in shown.elements}
    names = [e.text for e in screen.elements if e.kind in ("button", "link", "checkbox") and e.text]
    said = {goal.x for goal in goals} | {goal.v for goal in goals}
    others = [name for name in names if name not in said]
    return Case(
        id=f"made/{number}",
        source=f"made/{goals[min(at, len(goals) - 1)].sort}",
        half="dev",
        tasks=tuple(_task(goals, language, others, chance) for _ in range(_WORDINGS)),
        screen=shown,
        right=tuple(replace(act, name=texts.get(act.target or 0, "")) for act in right),
        history=tuple(Past(act.words(), "confirmed") for act in history),
        came=came,
    )


def _change(screen: Screen, number: int, state: dict[str, object]) -> None:
    for place, each in enumerate(screen.elements):
        if each.id == number:
            new = State(**{**_known(each.state), **state})  # type: ignore[arg-type]
            screen.elements[place] = replace(each, state=new)


def _known(state: State) -> dict[str, object]:
    return {name: getattr(state, name) for name in ("checked", "selected", "disabled", "value")}


def _task(goals: Sequence[Goal], language: str, others: Sequence[str], chance: Random) -> str:
    own: dict[str, list[str]] = words()[language]
    quotes = chance.choice(['"{}"', '"{}"', "“{}”", "{}", "{}", "{}", "{}"])
    text = ""
    joint = chance.choice(own["join"])
    for goal in goals:
        part = _said(goal, own, language, quotes, chance)
        if text and joint.strip() not in (".", ". After that", ";"):
            part = part[:1].lower() + part[1:] if not part.startswith(goal.x) else part
        text += (joint if text else "") + part
    if language != "en":
        return text if text.endswith("?") else f"{text}."
    text = chance.choice(own["before"]) + text
    text += "" if text.endswith("?") else chance.choice([".", ".", ""])
    if others and chance.random() < 0.15 and text.endswith("."):
        return text + chance.choice(own["not"]).format(x=quotes.format(chance.choice(others)))
    return text + (chance.choice(own["after"]) if text.endswith(".") else "")


def _said(goal: Goal, own: dict[str, list[str]], language: str, quotes: str, chance: Random) -> str:
    meant: list[str] = words()["meant"].get(goal.x, []) if language == "en" else []
    if goal.sort in ("press", "go") and meant and chance.random() < _MEANT:
        return str(chance.choice(meant))
    quotes = quotes if goal.quoted else "{}"
    form = chance.choice(own.get(goal.sort, own["press"]))
    if chance.random() < 0.15 and goal.sort == "press" and language == "en":
        return goal.x if goal.x[:1].isupper() else f"Press {goal.x}"
    name = goal.x if chance.random() < 0.8 or quotes != "{}" else goal.x.lower()
    plain = goal.sort in ("own", "tell", "context", "menu", "row")
    return form.format(
        x=name if plain and goal.sort != "own" else quotes.format(name),
        v=goal.v if goal.sort in ("own", "tell", "menu") else quotes.format(goal.v),
    )


def in_a_browser(case: Case, chance: Random) -> Case:
    """A recorded decision with the bar of a browser and the frame of a window above its page."""
    screen = Screen(chance, case.screen.windows[0].title if case.screen.windows else "Program")
    screen.browser(words()["lists"]["browser"], "127.0.0.1:8000/page")
    screen.frame()
    known = case.screen.elements
    first = max((e.id for e in known), default=0)
    more = tuple(replace(e, id=first + e.id) for e in screen.elements)
    return replace(case, screen=replace(case.screen, elements=(*more, *known)))
