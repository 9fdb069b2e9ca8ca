"""A model that one file wraps and changes, and whose training step is in another."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.flow.test_corpus import project_files, said

if TYPE_CHECKING:
    from torchlint.rule import Rule

STEPS = """
from torch import nn


def train_one_epoch(model, optimizer, loader):
    for x, y in loader:
        optimizer.zero_grad()
        nn.functional.mse_loss(model(x), y).backward()
        optimizer.step()


def evaluate(model, loader):
    return sum(nn.functional.mse_loss(model(x), y).item() for x, y in loader)
"""

MAIN = """
import torch
from torch import nn
from torch.nn.parallel import DistributedDataParallel
from steps import evaluate, train_one_epoch


def main(rank, loader):
    model = nn.Linear(4, 1).to(rank)
    model = DistributedDataParallel(model, device_ids=[rank])
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    {before}
    for _ in range(10):
        train_one_epoch(model, optimizer, loader)
    {after}
    print(evaluate(model, loader))
"""

PLACES = {"before": ("model.bfloat16()", "pass", 1), "after": ("pass", "model.bfloat16()", 0)}


@pytest.mark.parametrize(("before", "after", "found"), PLACES.values(), ids=PLACES)
def test_the_wrapped_model_is_changed(
    tmp_path: Path, pack: dict[str, Rule], before: str, after: str, found: int
) -> None:
    (tmp_path / "steps.py").write_text(STEPS, encoding="utf-8")
    main = tmp_path / "main.py"
    main.write_text(MAIN.format(before=before, after=after), encoding="utf-8")
    assert len(said(main, (pack["ddp-changed-after-wrap"],), project_files(tmp_path))) == found


METERS = """
import torch
import torch.distributed as dist


class Meter:
    def __init__(self):
        self.count, self.total = 0, 0.0

    def share(self):
        {guard}
        both = torch.tensor([self.count, self.total])
        dist.all_reduce(both)
        self.count, self.total = both.tolist()


def begin(args):
    if "RANK" not in args:
        print("not distributed")
        return
    dist.init_process_group("gloo")
"""

ENGINE = """
from meters import Meter


def evaluate(values):
    meter = Meter()
    meter.total, meter.count = sum(values), len(values)
    meter.share()
    return meter.total / meter.count
"""

PROGRAM = """
import os
from engine import evaluate
from meters import begin

begin(os.environ)
print(evaluate([1.0, 2.0]))
"""

GUARDS = {"unguarded": ("pass", 1), "guarded": ("if not dist.is_initialized():\n            return", 0)}


@pytest.mark.parametrize(("guard", "found"), GUARDS.values(), ids=GUARDS)
def test_an_object_of_a_third_file(tmp_path: Path, pack: dict[str, Rule], guard: str, found: int) -> None:
    meters = tmp_path / "meters.py"
    meters.write_text(METERS.format(guard=guard), encoding="utf-8")
    (tmp_path / "engine.py").write_text(ENGINE, encoding="utf-8")
    (tmp_path / "main.py").write_text(PROGRAM, encoding="utf-8")
    assert len(said(meters, (pack["collective-without-process-group"],), project_files(tmp_path))) == found
