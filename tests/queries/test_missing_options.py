"""Reads of options where another file may change the parser or the namespace."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.flow.test_corpus import project_files, said

if TYPE_CHECKING:
    from torchlint.rule import Rule

PARSES = """import argparse
import torch
parser = argparse.ArgumentParser()
parser.add_argument("--lr", type=float)
args = parser.parse_args()
def decay(x):
    return x * args.decay
"""
TRAINS = """import torch
import options
{change}
print(options.decay(torch.rand(3)))
"""


@pytest.mark.parametrize(
    ("change", "found"),
    [
        ("", 1),
        ("options.args = torch.load('settings.pt')", 0),
        ("for name in open('names'):\n    options.parser.add_argument('--' + name)", 0),
        ("from options import parser\nfor name in open('names'):\n    parser.add_argument('--' + name)", 0),
        ("options.parser.parse_args", 1),
    ],
    ids=["plain", "other-namespace", "more-options", "imported", "same-options"],
)
def test_what_another_file_changes(tmp_path: Path, pack: dict[str, Rule], change: str, found: int) -> None:
    options = tmp_path / "options.py"
    options.write_text(PARSES, encoding="utf-8")
    (tmp_path / "train.py").write_text(TRAINS.format(change=change), encoding="utf-8")
    assert len(said(options, (pack["option-not-defined"],), project_files(tmp_path))) == found
