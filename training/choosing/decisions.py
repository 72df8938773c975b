"""Decisions as the conversations that the product asks, with which of their letters are right."""

from __future__ import annotations

import gzip
import json
import multiprocessing
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from agent.deciding.prompt import choice_messages
from agent.deciding.situation import Situation, Suggestion
from benchmarks.decide.adapter import Product
from benchmarks.decide.cases import chosen
from benchmarks.decide.format import Case
from training.decisions import calls, pages
from training.decisions.cases import in_a_browser, made_cases
from training.decisions.scenes import SCENES, UNREAD, Moment, moments, read_lines

# Suggestions that are shown when it is measured, and of how many some are shown when it is taught.
SHOWN = 10
_SHOWN = (5, 7, 9, 10, 10, 11, 11)
_KNOWN = 14
# So often nothing that is right is shown: "none of these" is right then.
_NOTHING = 0.05
_MADE, _OTHERS, _SEEDS = 1200, 150, (11, 12)


@dataclass(frozen=True, slots=True)
class Example:
    """A conversation, which of its lines are right, the scores of the lines (none for the last
    one, "none of these"), and where it is from. `last`: the task is done then."""

    messages: tuple[str, ...]
    right: tuple[bool, ...]
    scores: tuple[float, ...]
    source: str
    last: bool = False


def shown(judged: Sequence[tuple[Suggestion, bool]], chance: Random | None) -> list[int]:
    """The places of the suggestions that are shown: the first ones; with `chance` some of them in
    any order, with a right one among them nearly always."""
    if chance is None:
        return list(range(min(SHOWN, len(judged))))
    first = [place for place in range(len(judged)) if place < _KNOWN]
    right = [place for place, (_, fits) in enumerate(judged) if fits]
    if right and chance.random() < _NOTHING:
        first = [place for place in first if place not in right]
    kept = first[: chance.choice(_SHOWN)]
    if right and first[:1] and not set(kept) & set(right) and set(first) & set(right):
        kept[-1] = next(place for place in right if place in first)
    chance.shuffle(kept)
    return kept


def _examples(
    now: Situation,
    judged: Sequence[tuple[Suggestion, bool]],
    source: str,
    chance: Random | None,
    *,
    last: bool = False,
) -> Example:
    places = shown(judged, chance)
    messages = choice_messages(now, [judged[place][0] for place in places])
    right = [judged[place][1] for place in places]
    scores = tuple(judged[place][0].score for place in places)
    texts = tuple(message.content for message in messages)
    return Example(texts, (*right, not any(right)), scores, source, last)


def of_scene(given: tuple[int, dict[str, Any], int]) -> list[Example]:
    """The decisions of a written scene in all wordings, each so many times; 0: as the product
    shows them."""
    number, scene, times = given
    chances = ((w, Random(number * 7 + w)) for w in range(len(scene["tasks"])))
    played = (moment for w, chance in chances for moment in moments(scene, w, chance))
    return _of_moments(played, "scene", number, times)


def of_page(given: tuple[int, dict[str, Any], int]) -> list[Example]:
    """The same of a page that was seen."""
    number, page, times = given
    chances = ((w, Random(number * 7 + w)) for w in range(len(page["tasks"])))
    played = (moment for w, chance in chances for moment in pages.moments(page, w, chance))
    return _of_moments(played, "page", number, times)


def _of_moments(found: Iterable[Moment], source: str, number: int, times: int) -> list[Example]:
    product, examples = Product(None), []
    for moment in found:
        judged = product.judge(product.suggestions(moment.now, 10_000), moment.now, moment.right)
        for again in range(max(times, 1)):
            chance = Random(number * 31 + again) if times else None
            examples.append(_examples(moment.now, judged, source, chance, last=moment.last))
    return examples


def of_calls(given: tuple[int, dict[str, Any], int]) -> list[Example]:
    """The same of a task for a program with procedures."""
    number, told, times = given
    examples = []
    for wording in range(len(told["texts"])):
        for moment in calls.moments(told, wording, Random(number * 7 + wording)):
            for again in range(max(times, 1)):
                chance = Random(number * 31 + again) if times else None
                examples.append(
                    _examples(moment.now, moment.judged, "calls", chance, last=moment.last)
                )
    return examples


def of_case(given: tuple[Case, int]) -> list[Example]:
    """The same of a recorded or made decision."""
    case, times = given
    product = Product(None)
    found = []
    for wording in range(len(case.tasks)):
        now = product._situation(case, wording)
        judged = product.judge(product.suggestions(now, 10_000), now, case.right)
        for again in range(max(times, 1)):
            chance = Random(f"{case.id} {wording} {again}") if times else None
            found.append(_examples(now, judged, case.source, chance))
    return found


def gather(folder: Path, times: int, every: int = 1) -> None:
    """Write what is learnt from (each decision so many times) and what is measured with. Of scenes,
    recorded and made decisions only one of `every` so many is learnt from."""
    folder.mkdir(parents=True, exist_ok=True)
    dev, locked = chosen("dev"), chosen("locked")
    chance = Random(_SEEDS[0])
    barred = [in_a_browser(case, chance) for case in dev]
    made, others = list(made_cases(_MADE, _SEEDS[0])), list(made_cases(_OTHERS, _SEEDS[1]))
    scenes = [(n, scene, times) for n, scene in enumerate(read_lines(SCENES))]
    known = [(case, times) for case in (*dev, *barred, *made)]
    with multiprocessing.Pool() as pool:

        def read(of: Callable[[Any], list[Example]], given: list[Any]) -> Iterable[list[Example]]:
            return pool.imap(of, given, 4)

        _write(
            folder / "train.gz",
            read(of_scene, scenes[::every]),
            read(of_case, known[::every]),
            read(of_calls, [(n, told, times) for n, told in enumerate(read_lines(calls.CALLS))]),
            read(of_page, [(n, page, times) for n, page in enumerate(read_lines(pages.PAGES))]),
        )
        unread = [(n, scene, 0) for n, scene in enumerate(read_lines(UNREAD))]
        _write(folder / "unread.gz", read(of_scene, unread[::every]))
        _write(folder / "locked.gz", read(of_case, [(case, 0) for case in locked[::every]]))
        _write(folder / "others.gz", read(of_case, [(case, 0) for case in others[::every]]))
        told = [(n, told, 0) for n, told in enumerate(read_lines(calls.UNREAD))]
        _write(folder / "calls.gz", read(of_calls, told))
        seen = [(n, page, 0) for n, page in enumerate(read_lines(pages.UNREAD))]
        _write(folder / "pages.gz", read(of_page, seen))


def _write(file: Path, *found: Iterable[list[Example]]) -> None:
    with gzip.open(file, "wt", encoding="utf-8") as out:
        for each in found:
            for examples in each:
                out.writelines(json.dumps(_plain(e), ensure_ascii=False) + "\n" for e in examples)


def _plain(example: Example) -> list[object]:
    return [
        example.messages,
        example.right,
        [round(score, 3) for score in example.scores],
        example.source,
        example.last,
    ]


def read(file: Path) -> list[Example]:
    """What `gather` wrote."""
    as_read: Callable[[list[Any]], Example] = lambda row: Example(  # noqa: E731
        tuple(row[0]), tuple(row[1]), tuple(row[2]), row[3], row[4]
    )
    with gzip.open(file, "rt", encoding="utf-8") as lines:
        return [as_read(json.loads(line)) for line in lines]
