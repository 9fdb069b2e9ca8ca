"""A batch whose move is thrown away, which discarded-tensor-op reports, beside one that nobody moves."""

import torch
from torch import nn
from torch.nn import functional as F
from torch.utils.data import DataLoader, TensorDataset


def batches() -> DataLoader[tuple[torch.Tensor, ...]]:
    return DataLoader(TensorDataset(torch.randn(64, 8), torch.randint(3, (64,))), batch_size=8)


def thrown_away() -> None:
    model = nn.Linear(8, 3).to("cuda")
    for x, y in batches():
        x.to("cuda")
        F.cross_entropy(model(x), y.to("cuda")).backward()


def never_moved() -> None:
    model = nn.Linear(8, 3).to("cuda")
    for x, y in batches():
        F.cross_entropy(model(x), y.to("cuda")).backward()  # finding: `x` comes from a DataLoader and is on the CPU
