"""Chooses how to load weights by the version of PyTorch, which is cut as text."""

import os
import tempfile

import torch
from torch import nn


def load(path: str) -> dict[str, torch.Tensor]:
    if torch.__version__[:3] >= "2.4":  # finding: compare `torch.__version__` itself
        return torch.load(path, map_location="cpu", weights_only=True)
    raise RuntimeError(f"PyTorch {torch.__version__} is older than 2.4")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "weights.pt")
        torch.save(nn.Linear(3, 3).state_dict(), path)
        try:
            print("loaded:", *load(path))
        except RuntimeError as error:
            print(error)
