"""Two modules that drop labels by hand and are evaluated: one whose rate is 0, and one whose rate is not."""

import torch
from torch import nn


class Never(nn.Module):
    def __init__(self, rate: float) -> None:
        super().__init__()
        self.drop_rate = rate
        self.table = nn.Embedding(5, 8)

    def forward(self, labels: torch.Tensor) -> torch.Tensor:
        dropped = torch.rand(len(labels)) < self.drop_rate  # suspected: drops in eval mode too  # refuted
        return self.table(torch.where(dropped, 4, labels))


class Always(nn.Module):
    def __init__(self, rate: float) -> None:
        super().__init__()
        self.drop_rate = rate
        self.table = nn.Embedding(5, 8)

    def forward(self, labels: torch.Tensor) -> torch.Tensor:
        dropped = torch.rand(len(labels)) < self.drop_rate  # suspected: drops in eval mode too
        return self.table(torch.where(dropped, 4, labels))


with torch.no_grad():
    for model in (Never(0.0), Always(0.5)):
        model.eval()
        print(model(torch.tensor([0, 1, 2, 3])).shape)
