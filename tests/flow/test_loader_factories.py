"""Who trains on a loader that a function returns is looked for in other files."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.flow.test_call_graph import read

RETURNED = "def make(images):\n    return DataLoader(images, batch_size=8)\n"
FACTORIES = {
    "returned": RETURNED,
    "returned by another": f"{RETURNED}\n\ndef build():\n    return make(images())\n".replace("make(", "_make("),
    "yielded": "def make(folders):\n    for folder in folders:\n        yield DataLoader(folder)\n",
    "a sampler": "def make(images):\n    sampler = RandomSampler(images)\n    return sampler\n",
    "kept": "class Batches:\n    def __init__(self, images):\n        self.batches = DataLoader(images)\n",
}
HEAD = "from torch.utils.data import DataLoader, RandomSampler\n\n\n"


def units(folder: Path, factory: str, use: str) -> set[str]:
    files = {"batches_of": HEAD + factory, "train": use}
    return {Path(unit.place).stem for unit in read(folder, "batches_of", files).units}


@pytest.mark.parametrize("factory", FACTORIES.values(), ids=FACTORIES)
def test_the_callers_of_a_factory_are_run(tmp_path: Path, factory: str) -> None:
    use = "import batches_of\n\nbatches_of.make([])\nbatches_of.build()\nbatches_of.Batches([])\n"
    assert "train" in units(tmp_path, factory, use)


@pytest.mark.parametrize(
    "factory",
    [
        "def make(images):\n    for batch in DataLoader(images):\n        print(batch)\n",
        "def make(images):\n    return images\n\n\ndef look(images):\n    print(make(DataLoader(images)))\n",
    ],
    ids=["looked through", "another function"],
)
def test_the_callers_of_others_are_not(tmp_path: Path, factory: str) -> None:
    assert "train" not in units(tmp_path, factory, "import batches_of\n\nbatches_of.make([])\n")


def test_a_loader_is_trained_on_in_another_file(tmp_path: Path) -> None:
    training = """
import torch
from torch import nn
from batches_of import make

def main(images):
    fit(make(images))

def fit(loader):
    model = nn.Linear(4, 2)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(10):
        for x, y in loader:
            optimizer.zero_grad()
            nn.functional.cross_entropy(model(x), y).backward()
            optimizer.step()
"""
    facts = read(tmp_path, "batches_of", {"batches_of": HEAD + RETURNED, "train": training}).facts
    (made,) = facts.loaders
    passes = {(loop.trains, bool(around)) for loop, around in facts.loops_over if made.node in loop.batches_of}
    assert passes == {(True, True)}
