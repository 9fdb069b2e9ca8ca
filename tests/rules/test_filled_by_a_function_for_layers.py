"""A function that fills the layers of a file, and that another file gives a module of that one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.flow.test_corpus import project_files, said

if TYPE_CHECKING:
    from torchlint.rule import Rule

LAYERS = """import torch
from torch import nn


def zero_module(module):
    for parameter in module.parameters():
        parameter.detach().zero_()
    return module


class Gain(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.gain = nn.Parameter(torch.empty(width))
        self.out = zero_module(nn.Linear(width, width))

    def forward(self, x):
        return self.out(x * self.gain)
"""


@pytest.mark.parametrize(
    ("program", "found"),
    [
        ("from layers import Gain, zero_module\n\nnet = zero_module(Gain(8))\n", 0),
        ("from layers import Gain\n\nnet = Gain(8)\n", 1),
    ],
    ids=["filled", "left"],
)
def test_filled_by_another_file(tmp_path: Path, pack: dict[str, Rule], program: str, found: int) -> None:
    layers = tmp_path / "layers.py"
    layers.write_text(LAYERS, encoding="utf-8")
    (tmp_path / "main.py").write_text(program, encoding="utf-8")
    assert len(said(layers, (pack["uninitialised-parameter"],), project_files(tmp_path))) == found
