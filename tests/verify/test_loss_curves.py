"""The losses of two runs over each other: what is drawn, where they part, and what is said of it."""

from __future__ import annotations

import math

import pytest

from torchlint.verify.comparison import Comparison, compared
from torchlint.verify.records import Losses, Process
from torchlint.verify.report.loss_curves import MOST, loss_curves


def process(*values: float, backwards: int | None = None) -> list[Process]:
    numbers = tuple((number, float(value)) for number, value in enumerate(values, 1))
    losses = Losses("0", backwards or len(values), len(values), repr(values), numbers)
    return [Process(1, losses=losses)]


def test_where_they_part_and_where_they_are_furthest_apart() -> None:
    found = compared(process(3, 2, 1, 1), process(3, 2.5, 4, 1))
    assert (found.outcome, found.parts_at) == ("different", 2)
    assert found.text == (
        "different from backward call 2 on: 2 became 2.5; furthest apart in backward call 3: 1 before, 4 now"
    )
    assert found.pairs()[2] == (3, 1.0, 4.0)


def test_what_is_no_number_is_no_distance() -> None:
    found = compared(process(3, 2, 1), process(3, math.nan, 1.5))
    assert found.text.endswith("2 became nan; furthest apart in backward call 3: 1 before, 1.5 now")
    drawn = loss_curves(found)
    assert drawn is not None
    assert "nan" not in drawn.partition("<svg")[2].partition("</svg>")[0].partition(">")[2]


def test_both_are_drawn() -> None:
    drawn = str(loss_curves(compared(process(3, 2, 1), process(3, 2, 2))))
    lines = [kind for kind in ("before", "after", "parting") if f'class="line {kind}"' in drawn]
    assert lines == ["before", "after", "parting"]
    assert "They differ from here on: backward call 3." in drawn
    assert "Before the fixes: 3 in backward call 1, 1 in backward call 3." in drawn
    assert "One run says little" in drawn


def test_the_same_losses_lie_on_each_other() -> None:
    drawn = str(loss_curves(compared(process(3, 2), process(3, 2))))
    assert 'class="line parting"' not in drawn
    assert "the same to the last bit" in drawn


def test_many_losses_are_drawn_as_means() -> None:
    values = [float(number % 7) for number in range(3 * MOST)]
    drawn = str(loss_curves(compared(process(*values, backwards=9000), process(*values, backwards=9000))))
    path = drawn.partition('class="line before"')[0].rpartition('d="')[2]
    assert 2 < path.count("L") < MOST
    assert "The chart shows the first 1,500 losses of 9,000 backward calls." in drawn


@pytest.mark.parametrize(
    "losses",
    [compared([], process(1, 2)), compared(process(1), process(1)), compared(process(math.nan, 1), process(2, 3))],
)
def test_nothing_is_drawn_of_less_than_two_numbers(losses: Comparison) -> None:
    assert loss_curves(losses) is None
