"""Further places that findings point to."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.flow.test_corpus import project_files
from torchlint.lint import check
from torchlint.reading import read_source

if TYPE_CHECKING:
    from torchlint.rule import Rule

MODULE = """import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 2)

    def forward(self, x):
        return self.layer(x) * self.factor  # the first read

    def scores(self, x):
        return self.layer(x) / self.factor  # the next read
"""
COUNT = """import torch
from torch import nn
from torch.utils.data import DataLoader


def score(net: nn.Module, loader: DataLoader):
    total, seen = 0.0, 0
    rows = 1  # the start
    for x, y in loader:
        total += nn.functional.mse_loss(net(x), y).item() * len(x)  # the sum
        rows += len(x)
    return total / rows
"""
EVALUATION = """import torch
from torch import nn
from torch.utils.data import DataLoader


class Trainer:
    def __init__(self):
        self.net = nn.Sequential(nn.Linear(4, 4), nn.ReLU(), nn.Linear(4, 2))
        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=0.1)

    def score(self, loader):
        self.net.eval()
        total = 0
        for x, y in loader:
            total += (self.net(x).argmax(1) == y).sum().item()
        return total

    def fit(self, rows, held_out, tests):
        for x, y in DataLoader(rows, batch_size=4):
            self.net.train()
            self.optimizer.zero_grad()
            nn.functional.cross_entropy(self.net(x), y).backward()
            self.optimizer.step()
            with torch.no_grad():
                print(self.score(DataLoader(held_out)))
        print(self.score(DataLoader(tests)))  # with gradients
"""


@pytest.mark.parametrize(
    ("rule", "text", "places"),
    [
        ("module-attribute-not-defined", MODULE, ("the next read",)),
        ("average-over-wrong-count", COUNT, ("the start", "the sum")),
        ("eval-without-no-grad", EVALUATION, ("with gradients",)),
    ],
    ids=["next reads", "start of a count", "calls with gradients"],
)
def test_places(tmp_path: Path, pack: dict[str, Rule], rule: str, text: str, places: tuple[str, ...]) -> None:
    path = tmp_path / "program.py"
    path.write_text(text, encoding="utf-8")
    source = read_source(str(path))
    (finding,) = check(source, (pack[rule],), project_files=project_files(tmp_path)).findings
    lines = text.splitlines()
    pointed = [lines[source.text.count("\n", 0, span.start)] for span, _ in finding.related]
    assert len(pointed) == len(places)
    assert all(line.endswith(f"# {place}") for line, place in zip(pointed, places, strict=True))
