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


EXPERIMENT = """import torch
class Imputation:
    def __init__(self, args):
        self.args = args
    def build(self):
        return self.args.device_ids
"""
CHOOSES = """import argparse
import torch
from experiment import Imputation
parser = argparse.ArgumentParser()
parser.add_argument("--task")
args = parser.parse_args()
{chosen}
"""


@pytest.mark.parametrize(
    ("chosen", "found"),
    [
        ("Task = Imputation if args.task else Imputation\nprint(Task(args).build())", 1),
        ("if args.task:\n    Task = Imputation\nTask(args).build()", 1),
        ("Task = Imputation\nTask(torch.load('settings.pt')).build()", 0),
        ("Task = Imputation\ntorch.compile(Task)(args).build()", 0),
        ("Task = torch.compile(Imputation)\nTask(args).build()", 0),
    ],
    ids=["conditional", "branch", "other-settings", "passed-on", "made-of-it"],
)
def test_classes_that_a_variable_chooses(tmp_path: Path, pack: dict[str, Rule], chosen: str, found: int) -> None:
    experiment = tmp_path / "experiment.py"
    experiment.write_text(EXPERIMENT, encoding="utf-8")
    (tmp_path / "run.py").write_text(CHOOSES.format(chosen=chosen), encoding="utf-8")
    assert len(said(experiment, (pack["option-not-defined"],), project_files(tmp_path))) == found
