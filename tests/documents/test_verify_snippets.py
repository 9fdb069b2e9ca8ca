"""What README.md and docs/verify.md show of a run is what a run says, numbers aside."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.rule_folders import ROOT

pytest.importorskip("torch")

PAGES = (ROOT / "README.md", ROOT / "docs/verify.md")
BLOCKS = [
    (page.name, body)
    for page in PAGES
    for body in re.findall(r"^```text\n(\$ .*?)^```$", page.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
]


def without_numbers(line: str) -> str:
    """The line with each measured number, and its unit of memory, left open; not every machine can ask for its heap."""
    line = re.sub(r"; the heap grew by .* per step$", "", line)
    return re.sub(r"(?<![:\w])\d+(\.\d+)?( [KM]?B\b)?", "N", line)


def pieces(lines: list[str]) -> Iterator[list[str]]:
    """The stretches of output between two `...` of a page."""
    piece: list[str] = []
    for line in [*lines, "..."]:
        if line != "...":
            piece.append(without_numbers(line))
        elif piece:
            yield piece
            piece = []


def test_both_pages_show_a_run() -> None:
    assert [name for name, _ in BLOCKS] == ["README.md", "verify.md"]


@pytest.mark.parametrize(("page", "block"), BLOCKS, ids=[name for name, _ in BLOCKS])
def test_a_run_says_what_the_page_shows(page: str, block: str, tmp_path: Path) -> None:
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    first, *lines = block.splitlines()
    name, *arguments = shlex.split(first.removeprefix("$ "))
    assert (name, arguments.count("python")) == ("torchlint", 1)
    arguments[arguments.index("python")] = sys.executable
    own = {"PYTHONPATH": str(ROOT), "HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)}
    ran = subprocess.run(
        [sys.executable, "-m", "torchlint", *arguments],
        cwd=tmp_path,
        env={**os.environ, **own},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    said = "\n".join(without_numbers(line) for line in ran.stdout.splitlines())
    for piece in pieces(lines):
        assert "\n".join(piece) in said, ran.stdout
