"""A DataLoader that one file makes, and that ranks go through in another."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.flow.test_corpus import project_files, said

if TYPE_CHECKING:
    from torchlint.rule import Rule

LOADERS = """from torch.utils.data import DataLoader


def batches_of(dataset):
    return DataLoader(dataset, batch_size=8, shuffle=True)
"""
TRAINS = """import torch
from torch import nn
from torch.nn.parallel import DistributedDataParallel
from loaders import batches_of


def main(rank, dataset):
    model = {model}
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(10):
        for x, y in batches_of(dataset):
            optimizer.zero_grad()
            nn.functional.mse_loss(model(x), y).backward()
            optimizer.step()
"""


@pytest.mark.parametrize(
    ("model", "found"),
    [("DistributedDataParallel(nn.Linear(4, 1).to(rank))", 1), ("nn.Linear(4, 1)", 0)],
    ids=["shared", "alone"],
)
def test_a_loader_of_another_file(tmp_path: Path, pack: dict[str, Rule], model: str, found: int) -> None:
    loaders = tmp_path / "loaders.py"
    loaders.write_text(LOADERS, encoding="utf-8")
    (tmp_path / "train.py").write_text(TRAINS.format(model=model), encoding="utf-8")
    rules = (pack["distributed-training-without-sampler"],)
    assert len(said(loaders, rules, project_files(tmp_path))) == found


SCRIPT = """import torch
from torch import nn
from torch.nn.parallel import DistributedDataParallel
from torch.utils.data import DataLoader, DistributedSampler
from rows import ROWS, BATCHES

model = DistributedDataParallel(nn.Linear(4, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
sampler = DistributedSampler(ROWS, 2, 0)
loader: DataLoader = BATCHES
for epoch in range(2):
    sampler.set_epoch(epoch)
    for x, y in loader:
        optimizer.zero_grad()
        nn.functional.mse_loss(model(x), y).backward()
        optimizer.step()
"""


@pytest.mark.parametrize(
    ("other", "found"),
    [("ROWS = BATCHES = [1]", 1), ("from script import sampler\nROWS = BATCHES = list(sampler)", 0)],
    ids=["alone", "imported"],
)
def test_a_sampler_of_a_script(tmp_path: Path, pack: dict[str, Rule], other: str, found: int) -> None:
    script = tmp_path / "script.py"
    script.write_text(SCRIPT, encoding="utf-8")
    (tmp_path / "rows.py").write_text(other, encoding="utf-8")
    rules = (pack["distributed-training-without-sampler"],)
    assert len(said(script, rules, project_files(tmp_path))) == found
