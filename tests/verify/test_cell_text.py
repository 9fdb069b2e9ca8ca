"""Where the rows of a cell are in what IPython makes of it, by IPython's own transformation."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import pytest
from IPython.core.inputtransformer2 import TransformerManager

from tests.runtime_parts import importable, part

# Cells, and for each row the row that it becomes; 0 for one that a magic takes.
CELLS = {
    "plain": ("a = 1\nb = 2", [1, 2]),
    "no newline kept": ("q = 1\r\nr = 2\r\n", [1, 2]),
    "empty rows above": ("\n  \na = 1\n\nb = 2\n\n", [0, 0, 1, 2, 3]),
    "indented as a whole": ("    a = 1\n    if a:\n        b = 2", [1, 2, 3]),
    "line magic": ("%matplotlib inline\na = 1", [0, 2]),
    "shell": ("!ls *.py\na = 1\nb = !ls\nc = 2", [0, 2, 0, 4]),
    "two of them": ("%cd data\n!pwd\na = 1", [0, 0, 3]),
    "a magic on several rows": ("!ls \\\n  -l \\\n  data\na = 1", [0, 0, 0, 2]),
    "question": ("a = 1\na?\nb = 2", [1, 0, 3]),
    "timed": ("for x in y:\n    %time z = f(x, 'it')\n    w = z", [1, 0, 3]),
    "assigned": ("z = %time f()\nw = z", [0, 2]),
    "in a string": ("a = '''\n%time\n!ls\n'''\nb = 2", [1, 2, 3, 4, 5]),
    "await": ("a = await b\nasync with c:\n    d = 1", [1, 2, 3]),
    "autocall": ("/f a\nb = 1", [0, 2]),
}


@pytest.fixture(scope="module")
def cell_text() -> Iterator[ModuleType]:
    with importable():
        yield part("cell_text")


def transformed(cell: str) -> str:
    manager: Any = TransformerManager  # IPython has no types for it
    made = manager().transform_cell(cell)
    assert isinstance(made, str)
    return made


@pytest.mark.parametrize("name", CELLS)
def test_rows_are_found(cell_text: ModuleType, name: str) -> None:
    cell, wanted = CELLS[name]
    found = cell_text.shifts(cell_text.part_of(cell), transformed(cell))
    assert [found[row].row if row in found else 0 for row in range(1, len(wanted) + 1)] == wanted


@pytest.mark.parametrize("name", CELLS)
def test_another_cell_is_not_taken_for_it(cell_text: ModuleType, name: str) -> None:
    part_of_it = cell_text.part_of(CELLS[name][0])
    for other, (cell, _) in CELLS.items():
        text = transformed(cell)
        assert (cell_text.shifts(part_of_it, text) is not None) == (other == name)
        assert cell_text.shifts(part_of_it, f"{text}more = 1\n") is None
    for changed in (CELLS[name][0] + "\nmore = 1", "more = 1\n" + CELLS[name][0].lstrip()):
        assert cell_text.shifts(cell_text.part_of(changed), transformed(CELLS[name][0])) is None


@pytest.mark.parametrize(("one", "two"), [("%cd a", "%cd b"), ("%time x = f()", "%time y = f()"), ("!a", "!b")])
def test_magics_are_told_apart(cell_text: ModuleType, one: str, two: str) -> None:
    cell = "a = 1\n{}\nb = 2"
    assert cell_text.shifts(cell_text.part_of(cell.format(one)), transformed(cell.format(one))) is not None
    assert cell_text.shifts(cell_text.part_of(cell.format(one)), transformed(cell.format(two))) is None


def test_what_a_cell_magic_is_given(cell_text: ModuleType) -> None:
    whole = cell_text.part_of("\n%%capture out\n%%time\n\na = 1\nb = 2")
    assert cell_text.shifts(whole, transformed("%%capture out\n%%time\n\na = 1\nb = 2")) == {}
    timed = cell_text.given_to_magic(whole)
    assert timed.is_for_a_magic
    body = cell_text.given_to_magic(timed)
    found = cell_text.shifts(body, transformed("a = 1\nb = 2\n"))
    assert {row: shift.row for row, shift in found.items()} == {5: 1, 6: 2}
    assert cell_text.moved((6, 4, 6, 5), body, found) == (2, 4, 2, 5)


def test_what_a_line_magic_times(cell_text: ModuleType) -> None:
    whole = cell_text.part_of("for x in y:\n    %timeit -n 3 é = f(x)\n    g(x)")
    (timed,) = cell_text.timed_rows(whole, "é = f(x)\n")
    assert (timed.row, timed.column) == (1, len("    %timeit -n 3 "))
    found = cell_text.shifts(timed, "é = f(x)\n")
    assert cell_text.moved((2, 22, 2, 26), timed, found) == (1, 5, 1, 9)
    assert timed.holds((2, 22, 2, 26))
    assert not timed.holds((3, 4, 3, 8))
    assert not list(cell_text.timed_rows(whole, "g(x)\n"))


def test_indentation_of_a_whole_cell_is_taken_from_columns(cell_text: ModuleType) -> None:
    cell = "    if a:\n        b = c"
    whole = cell_text.part_of(cell)
    found = cell_text.shifts(whole, transformed(cell))
    assert cell_text.moved((2, 12, 2, 13), whole, found) == (2, 8, 2, 9)


def test_what_a_magic_has_taken_has_no_place(cell_text: ModuleType) -> None:
    cell = "a = f(\n  1)\n%time b = 2"
    whole = cell_text.part_of(cell)
    found = cell_text.shifts(whole, transformed(cell))
    assert cell_text.moved((1, 4, 2, 4), whole, found) == (1, 4, 2, 4)
    assert cell_text.moved((3, 10, 3, 11), whole, found) is None


def test_a_cell_for_the_extension_is_a_comment_and_its_code(cell_text: ModuleType) -> None:
    found = cell_text.shifts(cell_text.part_of("%%torchlint --verify\na = 1"), "##torchlint --verify\na = 1\n")
    assert {row: shift.row for row, shift in found.items()} == {1: 1, 2: 2}


@pytest.mark.parametrize(
    ("cell", "place"),
    [
        ("\n    a = 1\n    if a:\n        b = 2", (4, 8, 4, 13)),
        ("%cd data\n!pwd\na = f(\n    1)", (3, 4, 4, 6)),
    ],
)
def test_a_place_of_what_runs_is_one_of_the_cell(cell_text: ModuleType, cell: str, place: tuple[int, ...]) -> None:
    whole = cell_text.part_of(cell)
    found = cell_text.shifts(whole, transformed(cell))
    known = part("places").Cell("a.ipynb:cell 1", cell_text.origins(whole, found))
    assert known.place(*cell_text.moved(place, whole, found)) == ("a.ipynb:cell 1", *place)
    assert known.place(99, 0, 99, 1) is None


def test_a_place_of_a_timed_row_is_where_that_stands(cell_text: ModuleType) -> None:
    whole = cell_text.part_of("for x in y:\n    %time z = f(x)")
    (timed,) = cell_text.timed_rows(whole, "z = f(x)\n")
    found = cell_text.shifts(timed, "z = f(x)\n")
    known = part("places").Cell("a.ipynb:cell 1", cell_text.origins(timed, found))
    assert known.place(1, 4, 1, 8) == ("a.ipynb:cell 1", 2, 14, 2, 18)
    assert known.place(1, -1, 1, -1) == ("a.ipynb:cell 1", 2, -1, 2, -1)


def test_functions_of_timed_cells_are_not_taken_for_those_of_another_cell(cell_text: ModuleType) -> None:
    places = part("places")
    defined, called = ("def f():\n    return here()", "f()")
    names = {"here": places.here}
    for number, text in enumerate((defined, called), 1):
        whole = cell_text.part_of(text)
        rows = cell_text.origins(whole, cell_text.shifts(whole, text))
        places.add_cell("<unknown>", places.Cell(f"cell {number}", rows))
        exec(compile(text if number == 1 else f"found = {text}", "<timed exec>", "exec"), names)
    assert names["found"][:2] == ("cell 2", 1)
    assert places.line_of("<timed exec>", 1) is None
    places.forget_cell("<unknown>")
    exec(compile("found = here()", "<timed exec>", "exec"), names)
    assert names["found"] is None


def test_a_checked_cell_tells_of_waits_at_its_own_rows(cell_text: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    cells, plan, waits = part("cells"), part("plan"), part("waits")
    monkeypatch.setattr(plan, "checked", frozenset({"/a.ipynb"}))
    monkeypatch.setattr(plan, "waits", True)
    told: list[Any] = []

    def add(*place_and_kind: Any) -> int:
        told.append(place_and_kind)
        return 7

    monkeypatch.setattr(waits, "add", add)
    text = "%cd data\nloss.item()"
    whole, tree = cell_text.part_of(text), ast.parse(transformed(text))
    rows = cell_text.origins(whole, cell_text.shifts(whole, transformed(text)))
    of = {"path": "/a.ipynb", "cells": [{"number": 3}]}, 0
    assert cells._let_monitors_see(tree, "cell.py", of, rows)
    assert told == [(("/a.ipynb:cell 3", 2, 0, 2, 11), "number")]
    assert ast.unparse(tree.body[-1]) == "__torchlint__.waited(7, __torchlint__.waiting(7, loss).item())"
    part("places").forget_cell("cell.py")
