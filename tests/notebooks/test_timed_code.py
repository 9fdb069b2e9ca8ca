"""Which code of a notebook is timed by magics, and what benchmark-without-synchronize says of it."""

from __future__ import annotations

import pytest

from tests.notebook_texts import notebook
from torchlint.finding import Finding
from torchlint.lint import check
from torchlint.notebooks.cells import program
from torchlint.notebooks.timed_code import timed_code
from torchlint.pack import builtin_rules
from torchlint.reading import read_source

START = """import torch
from torch import nn

layer = nn.Linear(8, 8).cuda()
rows = torch.rand(4, 8, device="cuda")
"""
WAIT = "torch.cuda.synchronize()"


def timed(*cells: str) -> list[tuple[str, int]]:
    source = read_source("a.ipynb", notebook(*cells))
    python, _ = program(source)
    return [(python[span.start : span.end].strip(), passes) for span, passes in timed_code(source, python)]


@pytest.mark.parametrize(
    ("cell", "found"),
    [
        ("%time x = f(1)", [("x = f(1)", 1)]),
        ("%timeit f(1)", [("f(1)", 0)]),
        ("%timeit -n 10 -r3 -q f(1)", [("f(1)", 10)]),
        ("%timeit -r 3 -n10 f(1)", [("f(1)", 10)]),
        ("x = %time f(1)", [("f(1)", 1)]),
        ("if x:\n    %time y = 1", [("y = 1", 1)]),
        ("%time f(1)\ng(2)\n%time h(3)", [("f(1)", 1), ("h(3)", 1)]),
        ("%%time\nx = f(1)\ng(x)", [("x = f(1)\ng(x)", 1)]),
        ("# Slow.\n%%timeit -n 2 y = 1\nf(y)", [("f(y)", 2)]),
        ("%%capture\n%%time\nf(1)", [("f(1)", 1)]),
        ("x = '''\n%time f(1)\n'''", []),
        ("# %time f(1)\nf(1)", []),
        ("x = 7 \\\n%time", []),
        ("%time", []),
        ("%time for i in x: f(i)", []),
        ("x = %timeit -o f(1)", []),
        ("%timer f(1)", []),
    ],
)
def test_timed_code(cell: str, found: list[tuple[str, int]]) -> None:
    assert timed(cell) == found


def findings(*cells: str) -> list[Finding]:
    rule = builtin_rules()["benchmark-without-synchronize"]
    return list(check(read_source("a.ipynb", notebook(START, *cells)), [rule]).findings)


@pytest.mark.parametrize(
    "cell",
    [
        "%time y = layer(rows)",
        "%timeit -n 10 layer(rows)",
        "%%time\nfor _ in range(3):\n    y = layer(rows)",
        f"{WAIT}\n%time y = layer(rows)\n{WAIT}",
        "%time rows @ rows.t()",
    ],
)
def test_the_end_of_timed_work_is_not_waited_for(cell: str) -> None:
    (one,) = findings(cell)
    assert one.sure
    assert "the timing stops before" in one.message


def test_so_many_passes_that_the_queue_fills_are_only_suspected() -> None:
    assert [one.sure for one in findings("%timeit layer(rows)", "%timeit -n 5000 layer(rows)")] == [False, False]


@pytest.mark.parametrize(
    "cell",
    [
        f"%time y = layer(rows); {WAIT}",
        f"%%time\ny = layer(rows)\n{WAIT}",
        "%%timeit\ny = layer(rows).cpu()",
        "%time print(layer(rows))",
        "%%timeit y = layer(rows)\nlen(y)",
        "layer(rows)\n%time len(rows)",
        "%prun layer(rows)",
    ],
)
def test_time_that_is_right(cell: str) -> None:
    assert findings(cell) == []
