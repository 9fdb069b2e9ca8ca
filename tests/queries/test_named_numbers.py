"""Which numbers names stand for, and how long it takes to find out."""

from __future__ import annotations

import pytest

from torchlint.queries.file import File
from torchlint.queries.gradients import folded
from torchlint.syntax import tree


def number(program: str) -> float | None:
    """What the last expression of a program is folded to."""
    file = File("program.py", program)
    last = file.tree.root.body[-1]
    assert isinstance(last, tree.ExpressionStatement)
    return folded(file, last.value)


@pytest.mark.parametrize(
    ("program", "expected"),
    [
        ("eps = 1e-8\nbound = 1 - eps\nbound\n", 1 - 1e-8),
        ("x = x + 1\nx\n", None),
        ("a = b\nb = a\na\n", None),
        ("import os\na = os.cpu_count()\nb = a + 1\nb\n", None),
    ],
)
def test_names_stand_for_numbers_that_are_written(program: str, expected: float | None) -> None:
    assert number(program) == expected


def test_names_of_names_are_folded_once() -> None:
    doubled = "".join(f"x{n + 1} = x{n} + x{n}\n" for n in range(60))
    assert number(f"x0 = 1\n{doubled}x60\n") == 2.0**60
