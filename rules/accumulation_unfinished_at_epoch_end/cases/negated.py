"""Loops that name the batches in which they only accumulate."""

import torch
from torch import nn
from torch.utils.data import DataLoader


def train(model: nn.Module, optimizer: torch.optim.Optimizer, loader: DataLoader[tuple[torch.Tensor, ...]]) -> None:
    for _ in range(3):
        optimizer.zero_grad()
        for i, (x, y) in enumerate(loader):
            accumulating = (i + 1) % 4 != 0
            loss = nn.functional.mse_loss(model(x), y) / 4
            loss.backward()
            if not accumulating:
                optimizer.step()  # finding: gradients of leftover batches are discarded
                optimizer.zero_grad()


def train_to_the_end(model: nn.Module, optimizer: torch.optim.Optimizer, loader: DataLoader[tuple[torch.Tensor, ...]]) -> None:
    for _ in range(3):
        optimizer.zero_grad()
        for i, (x, y) in enumerate(loader):
            accumulating = (i + 1) % 4 != 0 and i + 1 != len(loader)
            loss = nn.functional.mse_loss(model(x), y) / 4
            loss.backward()
            if not accumulating:
                optimizer.step()
                optimizer.zero_grad()


def by_truth(model, loader, optimizer, k):
    for epoch in range(9):
        for i, (x, y) in enumerate(loader):
            ((model(x) - y).abs().mean() / k).backward()
            if not (i + 1) % k:
                optimizer.step()  # finding: leak into the next epoch
                optimizer.zero_grad()


def by_truth_with_rest(model, loader, optimizer, k):
    for epoch in range(9):
        for i, (x, y) in enumerate(loader):
            ((model(x) - y).abs().mean() / k).backward()
            if not (i + 1) % k or i + 1 == len(loader):
                optimizer.step()
                optimizer.zero_grad()


def in_all_but_some(model, loader, optimizer, k):
    for epoch in range(9):
        for i, (x, y) in enumerate(loader):
            ((model(x) - y).abs().mean() / k).backward()
            if (i + 1) % k:
                optimizer.step()
                optimizer.zero_grad()
