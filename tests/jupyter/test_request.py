"""What the magic's line asks for, and what stands for it in a cell."""

from __future__ import annotations

import pytest

from torchlint.jupyter.request import Request, line_of, parsed, without_mark


@pytest.mark.parametrize(
    ("line", "request_"),
    [
        ("", Request()),
        ("--verify", Request(verify=True)),
        ("--verify 3", Request(verify=True, cells=3)),
        ("--verify=0 --output-format concise", Request(verify=True, cells=0, format="concise")),
        ("--output-format=concise --verify", Request(verify=True, format="concise")),
    ],
)
def test_requests(line: str, request_: Request) -> None:
    assert parsed(line) == request_


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("--fix", "unknown option `--fix`"),
        ("5", "unknown option `5`"),
        ("--verify=all", "--verify takes a number of cells, not all"),
        ("--output-format", "unknown format ``"),
        ("--output-format html", "unknown format `html`"),
        ("'", "No closing quotation"),
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
