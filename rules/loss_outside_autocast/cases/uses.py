"""Losses inside and behind autocast."""

import torch
import torch.nn.functional as F
from torch import nn


class Exact(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.fc = nn.Linear(8, 4)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.fc(x).float()


class Summed(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.fc = nn.Linear(8, 4)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return torch.stack([self.fc(x), self.fc(-x)]).sum(0)


class Plain(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.fc = nn.Linear(8, 4)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.fc(x)


def train(rows: list[tuple[torch.Tensor, torch.Tensor]]) -> None:
    plain, exact, criterion = Plain(), Exact(), nn.CrossEntropyLoss()
    optimizer = torch.optim.SGD([*plain.parameters(), *exact.parameters()], lr=0.1)
    context = torch.autocast("cuda", dtype=torch.bfloat16)
    for x, y in rows:
        optimizer.zero_grad()
        with context:
            logits = plain(x)
            inside = criterion(logits, y)
            other = exact(x)
        loss = criterion(logits, y) + inside  # finding: runs in `bfloat16` here
        loss = loss + F.cross_entropy(logits.view(-1, 4), y)  # finding: runs in `bfloat16` here
        loss = loss + F.cross_entropy(logits.float(), y)
        loss = loss + F.cross_entropy(other, y)  # the model casts
        with torch.autocast("cuda", dtype=torch.float16):
            both = Summed()(x)
        loss = loss + F.cross_entropy(both, y)  # suspected: runs in `float16` here
        with torch.autocast("cuda", enabled=False):
            whole = plain(x)
        loss = loss + F.cross_entropy(whole, y)
        loss.backward()
        optimizer.step()
