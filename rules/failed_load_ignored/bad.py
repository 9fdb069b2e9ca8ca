"""A training that is continued from a checkpoint of a model with other classes."""

import tempfile
from pathlib import Path

import torch
from torch import nn


def make(classes):
    return nn.Sequential(nn.Linear(8, 8), nn.ReLU(), nn.Linear(8, classes))


torch.manual_seed(0)
path = Path(tempfile.mkdtemp()) / "last.pt"
torch.save({"model": make(10).state_dict(), "epoch": 40}, path)
model, epoch = make(5), 0
fresh = {name: weight.clone() for name, weight in model.state_dict().items()}
try:
    checkpoint = torch.load(path, map_location="cpu", weights_only=True)
    model.load_state_dict(checkpoint["model"])  # finding: may fail, and the program goes on with only part of the
    epoch = checkpoint["epoch"]
except Exception as error:
    print("Could not load the checkpoint:", type(error).__name__)
loaded = [name for name, weight in model.state_dict().items() if not torch.equal(weight, fresh[name])]
print(f"epoch {epoch}, with {len(loaded)} of {len(fresh)} weights of the checkpoint")
