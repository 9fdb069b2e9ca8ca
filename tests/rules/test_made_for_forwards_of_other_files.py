"""Tensors that helpers and constructors make on the CPU, which a `forward` of another file calls."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.flow.test_corpus import project_files, said

if TYPE_CHECKING:
    from pathlib import Path

    from torchlint.rule import Rule

HELPERS = """
import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


class Causal:
    def __init__(self, length, device="cpu"):
        self.mask = torch.triu(torch.ones([length, length]), diagonal=1).to(device)


def padding(lengths, longest):
    ids = torch.arange(0, longest).unsqueeze(0).to(device)
    return ids >= lengths.unsqueeze(1)


def table(longest):
    return torch.arange(0, longest).unsqueeze(0).to(device)
"""
NET = """
from helpers import Causal, padding, table
from torch import nn


class Net(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.layer = nn.Linear(width, width)
        self.table = table(width)

    def forward(self, x, lengths, mask=None):
        if mask is None:
            mask = Causal(x.shape[1], device=x.device)
        return self.layer(x) * mask.mask + padding(lengths, x.shape[1])
"""


def test_a_forward_of_another_file_calls_it(tmp_path: Path, pack: dict[str, Rule]) -> None:
    helpers = tmp_path / "helpers.py"
    helpers.write_text(HELPERS, encoding="utf-8")
    (tmp_path / "net.py").write_text(NET, encoding="utf-8")
    found = said(helpers, (pack["create-then-to-device"],), project_files(tmp_path))
    assert [row for row, _, _ in found] == [9, 13]
