"""What the magic's line asks for, and what stands for it in a cell."""

from __future__ import annotations

import pytest

from torchlint.jupyter.request import Request, as_typed, line_of, parsed, without_fix, without_mark


@pytest.mark.parametrize(
    ("line", "request_"),
    [
        ("", Request()),
        ("--verify", Request(verify=True)),
        ("--verify 3", Request(verify=True, cells=3)),
        ("--verify=0 --output-format concise", Request(verify=True, cells=0, format="concise")),
        ("--output-format=concise --verify", Request(verify=True, format="concise")),
        ("--fix", Request(fix=True)),
        ("--fix 4 --unsafe-fixes", Request(fix=True, cell=4, unsafe=True)),
        ("--unsafe-fixes --fix=4", Request(fix=True, cell=4, unsafe=True)),
        ("--explain missing-zero-grad", Request(explain="missing-zero-grad")),
        ("explain 'loss is NaN'", Request(explain="loss is NaN")),
        ("--explain=loss doesn't move", Request(explain="loss doesn't move")),
    ],
)
def test_requests(line: str, request_: Request) -> None:
    assert parsed(line) == request_


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("--diff", "unknown option `--diff`"),
        ("--fix=all", "--fix takes the number of a cell, not all"),
        ("--fix --verify", "--verify and --fix do not go together"),
        ("--unsafe-fixes", "--unsafe-fixes goes with --fix"),
        ("5", "unknown option `5`"),
        ("--verify=all", "--verify takes a number of cells, not all"),
        ("--output-format", "unknown format ``"),
        ("--output-format html", "unknown format `html`"),
        ("'", "No closing quotation"),
        ("--explain", "--explain takes a rule, or a symptom"),
    ],
)
def test_what_is_no_request(line: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        parsed(line)


@pytest.mark.parametrize(
    ("cell", "line"),
    [
        ("%%torchlint", ""),
        ("%%torchlint --verify\na = 1", "--verify"),
        ("\n  %%torchlint  --verify 2 \na = 1", "--verify 2"),
        ("%%torchlinter\na = 1", None),
        ("a = 1\n%%torchlint", None),
        ("%torchlint", None),
        ("", None),
    ],
)
def test_cells_with_the_magic(cell: str, line: str | None) -> None:
    assert line_of(cell) == line
    changed = without_mark(cell)
    assert len(changed) == len(cell)
    assert (changed == cell) == (line is None)
    assert line_of(changed) is None
    assert as_typed(changed) == cell


@pytest.mark.parametrize(
    ("cell", "left"),
    [
        ("%%torchlint --fix\na --fix", "%%torchlint\na --fix"),
        ("\n%%torchlint --unsafe-fixes --output-format full --fix\na", "\n%%torchlint --output-format full\na"),
        ("%%torchlint --fixed\na", "%%torchlint --fixed\na"),
        ("a = '%%torchlint --fix'", "a = '%%torchlint --fix'"),
    ],
)
def test_a_fixed_cell_does_not_ask_for_fixes_again(cell: str, left: str) -> None:
    assert without_fix(cell) == left
