"""Loops that only name their model again, and loops that make another one."""

import torch
from torch import nn, optim


def unwrapped(model: nn.Module) -> nn.Module:
    return model.module if isinstance(model, nn.DataParallel) else model


def again(rows: torch.Tensor):
    model = nn.Linear(4, 4)
    optimizer = optim.SGD(model.parameters(), lr=0.1)
    for _ in range(9):
        torch.manual_seed(0)  # finding: makes each iteration draw the same random numbers
        model.train()
        loss = (unwrapped(model)(rows) + torch.randn(4)).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def compared(rows: torch.Tensor):
    for rate in (0.1, 0.2):
        torch.manual_seed(0)
        model = nn.Linear(4, 4)
        optimizer = optim.SGD(model.parameters(), lr=rate)
        for _ in range(9):
            loss = (model(rows) + torch.randn(4)).mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
