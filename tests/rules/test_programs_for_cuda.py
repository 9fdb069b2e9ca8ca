"""What a program asserts about CUDA holds for the files that it imports; what these ask, not for the program."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.flow.test_corpus import project_files, said

if TYPE_CHECKING:
    from torchlint.rule import Rule

BUFFER = 'import torch\n\n\nclass Buffer:\n    def __init__(self):\n        self.device = torch.device("cuda:0")\n'
ASSERTS = "import torch\nfrom buffer import Buffer\n\nassert torch.cuda.is_available()\nprint(Buffer())\n"
PRINTS = "import torch\nfrom buffer import Buffer\n\nassert torch.ones(1).sum() == 1\nprint(Buffer())\n"


@pytest.mark.parametrize(("program", "found"), [(ASSERTS, 0), (PRINTS, 1)], ids=["asserted", "not asserted"])
def test_a_device_of_a_file_that_a_program_imports(
    tmp_path: Path, pack: dict[str, Rule], program: str, found: int
) -> None:
    buffer = tmp_path / "buffer.py"
    buffer.write_text(BUFFER, encoding="utf-8")
    (tmp_path / "train.py").write_text(program, encoding="utf-8")
    assert len(said(buffer, (pack["hardcoded-cuda-device"],), project_files(tmp_path))) == found


WARNS = "import torch\n\n\ndef attend(x):\n    if torch.cuda.is_available():\n        print('slow')\n    return x\n"
MOVES = "import torch\nfrom attention import attend\n\nprint(attend(torch.ones(1).cuda()))\n"


def test_an_imported_file_that_only_warns(tmp_path: Path, pack: dict[str, Rule]) -> None:
    (tmp_path / "attention.py").write_text(WARNS, encoding="utf-8")
    program = tmp_path / "train.py"
    program.write_text(MOVES, encoding="utf-8")
    assert len(said(program, (pack["hardcoded-cuda-device"],), project_files(tmp_path))) == 1


OPTIONS = """import argparse
import torch


def parsed():
    parser = argparse.ArgumentParser()
    parser.add_argument("--gpu", type=int, default=0, help="-1 is the CPU")
    options = parser.parse_args()
    options.device = torch.device(DEVICE)
    return options
"""
READS_OPTIONS = """import torch
from buffer import Buffer
from options import parsed

print(Buffer(), parsed().device)
"""


@pytest.mark.parametrize(
    ("device", "says"),
    [
        ('"cuda" if options.gpu >= 0 else "cpu"', "fails where the program falls back to the CPU"),
        ('f"cuda:{options.gpu}"', "fails where PyTorch finds no GPU"),
    ],
    ids=["the CPU can be chosen", "which GPU can be chosen"],
)
def test_options_that_choose_the_device(tmp_path: Path, pack: dict[str, Rule], device: str, says: str) -> None:
    buffer = tmp_path / "buffer.py"
    buffer.write_text(BUFFER, encoding="utf-8")
    (tmp_path / "options.py").write_text(OPTIONS.replace("DEVICE", device), encoding="utf-8")
    (tmp_path / "train.py").write_text(READS_OPTIONS, encoding="utf-8")
    (found,) = said(buffer, (pack["hardcoded-cuda-device"],), project_files(tmp_path))
    assert says in found[2]
