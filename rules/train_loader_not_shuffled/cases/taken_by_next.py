"""Batches taken one by one, and from the start again after the last."""

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

data = TensorDataset(torch.load("rows.pt"), torch.load("labels.pt"))


def endless(loader):
    while True:
        for batch in loader:
            yield batch


def restarted(iterable):
    batches = iterable.__iter__()
    while True:
        try:
            yield batches.__next__()
        except StopIteration:
            batches = iterable.__iter__()


def once(loader):
    for batch in loader:
        yield batch


def train_on_endless(batches, held_out, steps):
    net = nn.Linear(8, 2)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for step in range(steps):
        optimizer.zero_grad()
        rows, labels = next(batches)
        nn.functional.cross_entropy(net(rows), labels).backward()
        optimizer.step()
        if step % 100 == 0:
            with torch.no_grad():
                rows, labels = next(held_out)
                print((net(rows).argmax(1) == labels).float().mean().item())


def step_on(net, optimizer, batches):
    optimizer.zero_grad()
    rows, labels = next(batches)
    nn.functional.cross_entropy(net(rows), labels).backward()
    optimizer.step()


def train_by_steps(batches, steps):
    net = nn.Linear(8, 2)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for _ in range(steps):
        step_on(net, optimizer, batches)


def train_on_one_pass(batches, steps):
    net = nn.Linear(8, 2)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for _ in range(steps):
        step_on(net, optimizer, batches)


def train_on_iterator(loader: DataLoader, steps):
    net = nn.Linear(8, 2)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    batches = iter(loader)
    for _ in range(steps):
        optimizer.zero_grad()
        try:
            rows, labels = next(batches)
        except StopIteration:
            batches = iter(loader)
            rows, labels = next(batches)
        nn.functional.cross_entropy(net(rows), labels).backward()
        optimizer.step()


ordered = DataLoader(data, batch_size=4)  # finding: the same batches in the same order
train_on_endless(endless(ordered), endless(DataLoader(data, batch_size=8)), 1000)
train_by_steps(restarted(DataLoader(data, batch_size=4)), 1000)  # finding: the same batches in the same order
train_on_one_pass(once(DataLoader(data, batch_size=4)), 10)
train_on_iterator(DataLoader(data, batch_size=4), 1000)  # finding: the same batches in the same order
