"""How often the right skill or control is the first, among the first three, among the first six.

python -m benchmarks.meaning.measure [dev|locked ...]
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence

from benchmarks.meaning import cases
from benchmarks.meaning.cases import ANY, Case, Skill
from models.meaning.encoder import Encoder, encoder
from models.meaning.scoring import control_scores, skill_scores

FIRST = (1, 3, 6)
Place = Callable[[Encoder, Case], int]


def place_among_skills(network: Encoder, case: Case, skills: Sequence[Skill]) -> int:
    """The place of the right skill, 1 is the first."""
    scores = skill_scores(network, case.part, [skill.texts for skill in skills])
    return _place(scores, [skill.name for skill in skills].index(case.right))


def place_among_all_skills(network: Encoder, case: Case) -> int:
    return place_among_skills(network, case, cases.skills())


def place_among_skills_of_program(network: Encoder, case: Case) -> int:
    """As an agent asks: without the skills of programs that are not in front."""
    fitting = [skill for skill in cases.skills() if skill.program in (ANY, case.among)]
    return place_among_skills(network, case, fitting)


def place_by_description(network: Encoder, case: Case) -> int:
    """Plain cosines with the descriptions of all skills, to compare with."""
    skills = cases.skills()
    scores = network.similarity(case.part, [skill.texts[0] for skill in skills])
    return _place(scores, [skill.name for skill in skills].index(case.right))


def place_among_controls(network: Encoder, case: Case) -> int:
    names = cases.controls()[case.among]
    return _place(control_scores(network, case.part, names), names.index(case.right))


def place_by_name(network: Encoder, case: Case) -> int:
    """Plain cosines with the names of the controls, to compare with."""
    names = cases.controls()[case.among]
    return _place(network.similarity(case.part, names), names.index(case.right))


# What is printed: a title, the cases of a half, and how the right answer is placed.
TABLES: tuple[tuple[str, Callable[[str], tuple[Case, ...]], Place], ...] = (
    ("Skills, by description alone", cases.skill_cases, place_by_description),
    ("Skills, all", cases.skill_cases, place_among_all_skills),
    ("Skills, of the program and of any", cases.skill_cases, place_among_skills_of_program),
    ("Controls, by name alone", cases.control_cases, place_by_name),
    ("Controls", cases.control_cases, place_among_controls),
)


def table(network: Encoder, asked: Sequence[Case], place: Place) -> Iterator[str]:
    """Lines with the share of cases in %, of all languages and of each."""
    places = [(case.language, place(network, case)) for case in asked]
    yield f"{'':10}{'cases':>6}" + "".join(f"{f'top-{first}':>7}" for first in FIRST)
    languages = sorted({language for language, _ in places})
    for title, chosen in (("all", languages), *((each, [each]) for each in languages)):
        found = [place for language, place in places if language in chosen]
        shares = (100 * sum(place <= first for place in found) / len(found) for first in FIRST)
        yield f"{title:10}{len(found):6}" + "".join(f"{share:7.0f}" for share in shares)


def _place(scores: Sequence[float], right: int) -> int:
    return 1 + sum(score > scores[right] for score in scores)


def main(halves: Sequence[str]) -> None:
    network = encoder()
    for half in halves:
        for title, asked, place in TABLES:
            print(f"\n{title} ({half})")
            print("\n".join(table(network, asked(half), place)))


if __name__ == "__main__":
    wrong = set(sys.argv[1:]) - set(cases.HALVES)
    if wrong:
        sys.exit(f"There is no half {', '.join(sorted(wrong))}: it is dev or locked.")
    main(sys.argv[1:] or cases.HALVES)
