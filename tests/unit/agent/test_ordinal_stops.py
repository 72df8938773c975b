"""Full stops of ordinal numbers end neither a part of a task nor what a prohibition speaks of."""

from __future__ import annotations

import pytest

from agent.constraints.parsing import constraints_of
from agent.task.plan import cut


@pytest.mark.parametrize(
    ("task", "parts"),
    [
        ("Miete das Rad vom 4. bis zum 9. August. Zahle noch nicht.", 2),
        ("Öffne den 2. Brief und drucke ihn.", 2),
        ("Open page 12. Then close it.", 2),
    ],
)
def test_parts_of_a_task(task: str, parts: int) -> None:
    assert len(cut(task)) == parts


def test_what_is_exempted_goes_on_behind_the_number() -> None:
    (found,) = constraints_of("Lösche alle Termine außer dem am 3. Juni").found
    assert found.said == "außer dem am 3. Juni"
