"""create-then-to-device, where a function is called in the steps of another file, whatever it is called itself."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.flow.test_corpus import project_files, said

if TYPE_CHECKING:
    from torchlint.rule import Rule

MASKS = """
import torch


def create_mask(ids):
    return torch.tril(torch.ones(ids.shape, dtype=torch.bool).to(ids.device))
"""

TRAINS = """
import torch
from masks import create_mask
from torch import nn


def train(model, optimizer, loader):
    {before}
    for step, ids in enumerate(loader):
        {inside}
        optimizer.zero_grad()
        nn.functional.mse_loss(model(ids * mask), ids).backward()
        optimizer.step()
"""

CALL = "mask = create_mask(ids)"
PLACES = {
    "in-each-step": ("pass", CALL, True),
    "once": (CALL.replace("ids", "loader.dataset"), "pass", False),
    "now-and-then": ("mask = 1", f"if step % 100 == 0:\n            {CALL}", False),
}


@pytest.mark.parametrize(("before", "inside", "is_found"), PLACES.values(), ids=PLACES)
def test_it_is_suspected_in_steps(
    tmp_path: Path, pack: dict[str, Rule], before: str, inside: str, is_found: bool
) -> None:
    (tmp_path / "train.py").write_text(TRAINS.format(before=before, inside=inside), encoding="utf-8")
    masks = tmp_path / "masks.py"
    masks.write_text(MASKS, encoding="utf-8")
    assert bool(said(masks, (pack["create-then-to-device"],), project_files(tmp_path))) is is_found
