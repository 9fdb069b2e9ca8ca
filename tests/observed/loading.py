"""Trains and evaluates on batches that are loaded in every way, and looks at what a program can see of it."""

import atexit
import sys
import threading

import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset, IterableDataset

torch.manual_seed(0)
torch.set_num_threads(1)
atexit.register(print, "at the end")


class Rows(Dataset):
    def __init__(self, number):
        self.rows = torch.randn(number, 4)

    def __len__(self):
        return len(self.rows)

    def __getitem__(self, index):
        return self.rows[index] + 0 * torch.rand(4)


class Stream(IterableDataset):
    def __iter__(self):
        return iter(torch.arange(6.0))

    def __len__(self):
        return 4  # too few: torch warns

    def __repr__(self):
        return "Stream()"


class Broken(Rows):
    def __getitem__(self, index):
        raise ValueError(f"no row {index}")


model = nn.Linear(4, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
print(threading.active_count(), [thread.name for thread in threading.enumerate()])


def train(loader):
    losses = []
    for rows in loader:
        optimizer.zero_grad()
        loss = model(rows).square().mean()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses


@torch.no_grad()
def evaluate(loader):
    return [model(rows).mean().item() for rows in loader]


def closure():
    optimizer.zero_grad()
    loss = model(torch.ones(2, 4)).square().mean()
    loss.backward()
    return loss


if __name__ == "__main__":
    print(train(DataLoader(Rows(40), batch_size=4, shuffle=True)), evaluate(DataLoader(Rows(12), batch_size=4)))
    for persistent in (False, True):
        loader = DataLoader(Rows(10), 2, num_workers=2, persistent_workers=persistent)
        print(evaluate(loader), evaluate(loader))
    stream = DataLoader(Stream(), batch_size=None)
    print(len(stream), [row.tolist() for row in stream])
    print(torch.optim.LBFGS(model.parameters(), max_iter=3).step(closure).item())
    try:
        model(torch.ones(1, 4)).backward(torch.ones(3, 3))
    except RuntimeError as error:
        print(error)
    print(torch.rand(1), threading.active_count())
    sys.stdout.flush()
    train(DataLoader(Broken(4)))
