"""Tensors that meet the input as an argument, through local names, or in another method."""

import torch
import torch.nn.functional as F
from lightning import LightningModule
from torch import nn


class Weighted(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = torch.tensor([1.0, 4.0])  # finding: `self.weight` does not move with the model
        self.moved = torch.tensor([1.0, 4.0])
        self.bound = torch.tensor([1.0, 4.0])

    def forward(self, scores, target):
        loss = F.cross_entropy(scores, target, weight=self.weight)
        loss = loss + F.cross_entropy(scores, target, weight=self.moved.to(scores.device))
        return loss, measure(scores, self.bound)


def measure(scores, bound):
    return scores.clamp(max=bound.item())


class Unpacked(nn.Module):
    def __init__(self):
        super().__init__()
        self.shift = torch.zeros(3)  # finding: `self.shift` does not move with the model
        self.on_cpu = torch.zeros(3)
        self.of_sizes = torch.zeros(3)
        self.of_numbers = torch.zeros(3)
        self.of_positions = torch.zeros(3)

    def forward(self, batch):
        x, _ = batch
        rows = x.float()
        for _ in range(3):
            rows = torch.relu(rows) + self.shift
        report = x.cpu()
        count, width = x.shape
        scale = x.max().item()
        places = torch.arange(width)
        print(report * self.on_cpu, width * self.of_sizes, scale * self.of_numbers, places + self.of_positions, count)
        return rows


class ByHelper(nn.Module):
    def __init__(self):
        super().__init__()
        self.shift = torch.zeros(3)  # finding: `self.shift` does not move with the model
        self.factors = torch.ones(3)

    def _move(self, x):
        return x + self.shift

    def _report(self, number):
        return number * self.factors

    def forward(self, x):
        self._report(3)
        return self._move(x.float())


class Lit(LightningModule):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 2)
        self.weight = torch.tensor([1.0, 4.0])  # finding: `self.weight` does not move with the model

    def training_step(self, batch, batch_idx):
        x, y = batch
        return F.cross_entropy(self.layer(x), y, weight=self.weight)

    def configure_optimizers(self):
        return torch.optim.Adam(self.parameters())


class Bank(nn.Module):
    """Made by the first forward, on the default device, and then filled with what comes from the model's."""

    def __init__(self, size=4):
        super().__init__()
        self.size = size
        self.bank = None

    def _make(self, width):
        self.bank = torch.randn(width, self.size)  # suspected: `self.bank` is created on the default device

    def _put(self, rows):
        self.bank[:, : rows.shape[0]] = rows.T.detach()

    def forward(self, rows):
        if self.bank is None:
            self._make(rows.shape[1])
        bank = self.bank.clone().detach()
        self._put(rows)
        return rows, bank


class BankThere(nn.Module):
    """The same, made where the input is."""

    def __init__(self, size=4):
        super().__init__()
        self.size = size
        self.bank = None

    def forward(self, rows):
        if self.bank is None:
            self.bank = torch.randn(rows.shape[1], self.size, device=rows.device)
        bank = self.bank.clone().detach()
        self.bank[:, : rows.shape[0]] = rows.T.detach()
        return rows, bank


class BankOnTheHost(nn.Module):
    """Kept on the host on purpose: it is moved where it is read."""

    def __init__(self, size=4):
        super().__init__()
        self.size = size
        self.bank = None

    def forward(self, rows):
        if self.bank is None:
            self.bank = torch.randn(rows.shape[1], self.size)
        self.bank[:, : rows.shape[0]] = rows.T.detach()
        return rows, self.bank.to(rows.device)


class Positions(nn.Module):
    """Its table is returned, for the caller to add."""

    def __init__(self, length, width):
        super().__init__()
        self.width = nn.Linear(width, width)
        table = torch.zeros(length, width)
        table[:, 0::2] = torch.sin(torch.arange(length).unsqueeze(1) * torch.ones(width // 2))
        self.table = table.unsqueeze(0)  # suspected: `self.table` does not move with the model
        self.moved = torch.zeros(length, width)
        self.register_buffer("kept", torch.zeros(length, width))

    def rows(self):
        return self.moved[:3]

    def forward(self, x):
        if x.dim() == 2:
            return self.kept[: x.size(0)]
        if x.dim() == 4:
            return self.rows().to(x.device)
        return self.table[:, : x.size(1)]
