import torch
from torch import nn
from torch.utils.data import DataLoader


def each(model: nn.Module, loader: DataLoader, optimizer: torch.optim.Optimizer):
    for x, y in loader:
        optimizer.zero_grad()
        nn.functional.cross_entropy(model(x), y).backward()
        optimizer.step()
        torch.save({"model": model.state_dict()}, "last.pt")  # finding: save every N steps, or after each epoch


def every_so_many(model: nn.Module, loader: DataLoader, optimizer: torch.optim.Optimizer, every: int):
    for step, (x, y) in enumerate(loader):
        optimizer.zero_grad()
        nn.functional.cross_entropy(model(x), y).backward()
        optimizer.step()
        if step % every == 0:
            torch.save(model.state_dict(), "last.pt")


def without_batches(model: nn.Module, x, y, optimizer: torch.optim.Optimizer):
    """All data in each pass: an epoch."""
    for epoch in range(10):
        optimizer.zero_grad()
        nn.functional.cross_entropy(model(x), y).backward()
        optimizer.step()
        torch.save(model.state_dict(), f"epoch{epoch}.pt")


def when_better(model: nn.Module, loader: DataLoader, optimizer: torch.optim.Optimizer):
    best = float("inf")
    for x, y in loader:
        optimizer.zero_grad()
        loss = nn.functional.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()
        if loss.item() < best:
            best = loss.item()
            torch.save(model.state_dict(), "best.pt")


def once_and_over(model: nn.Module, loader: DataLoader, optimizer: torch.optim.Optimizer):
    for x, y in loader:
        optimizer.zero_grad()
        nn.functional.cross_entropy(model(x), y).backward()
        optimizer.step()
        torch.save(model.state_dict(), "one.pt")
        break
