"""What the nodes of autograd's graphs take of the heap is told by their kinds, without anybody counting."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import torchlint.verify

pytest.importorskip("torch")
RUNTIME = Path(torchlint.verify.__file__).parent / "runtime"
PROGRAM = """
import json, statistics, sys
sys.path.insert(0, sys.argv[1])
import torch
from torch import nn
from _torchlint import graph, heap, torch_state

torch_state.torch = torch
torch.set_num_threads(1)
MODELS = {
    "mlp": (nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Dropout(0.1), nn.Linear(16, 4), nn.LogSoftmax(1)), (4, 8)),
    "cnn": (nn.Sequential(nn.Conv2d(1, 4, 3), nn.BatchNorm2d(4), nn.ReLU(), nn.Flatten()), (4, 1, 8, 8)),
    "transformer": (nn.TransformerEncoderLayer(16, 2, 32, batch_first=True), (2, 4, 16)),
}

def one(model, shape):
    loss = model(torch.randn(shape)).square().mean()
    loss.backward()
    return loss.grad_fn

found = {}
for name, (model, shape) in MODELS.items():
    kept, grown = [one(model, shape) for _ in range(5)], []
    for _ in range(40):
        before = heap.used_bytes()
        kept.append(one(model, shape))
        grown.append(heap.used_bytes() - before if before is not None else 0)
    found[name] = graph.Walk(kept[-1:]).own_bytes, statistics.median(grown)
print(json.dumps(found))
"""


def test_the_nodes_of_models_are_as_large_as_the_heap_says() -> None:
    command = [sys.executable, "-c", PROGRAM, str(RUNTIME)]
    found = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    for name, (told, grown) in found.items():
        if not grown:
            pytest.skip("nobody counts this heap")
        assert told == pytest.approx(grown, rel=0.05), name
