"""missing-zero-grad: gradients that another script clears are not cleared in this one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.flow.test_corpus import project_files, said

if TYPE_CHECKING:
    from torchlint.rule import Rule

TRAINS = """import torch
from elsewhere import Network
from torch import nn


class Layers(Network):
    def forward(self, x):
        return self.layers(x)


net = Layers()
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for x, y in torch.utils.data.DataLoader(range(8)):
    nn.functional.mse_loss(net(x), y).backward()
    optimizer.step()
    net.update_averages()
"""
TUNES = """import torch


def tune(optimizer, loss):
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
"""


@pytest.mark.parametrize(
    ("trains", "is_found"),
    [(TRAINS, True), (f"import tune\n{TRAINS}", False)],
    ids=["another script", "imported"],
)
def test_only_code_of_the_same_program_clears(
    tmp_path: Path, pack: dict[str, Rule], trains: str, is_found: bool
) -> None:
    file = tmp_path / "train.py"
    file.write_text(trains, encoding="utf-8")
    (tmp_path / "tune.py").write_text(TUNES, encoding="utf-8")
    assert bool(said(file, (pack["missing-zero-grad"],), project_files(tmp_path))) is is_found
