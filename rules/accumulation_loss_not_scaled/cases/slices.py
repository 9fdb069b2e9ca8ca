"""One batch, gone through slice by slice, and one step for all of it."""

import torch
import torch.nn.functional as F
from torch import nn


def by_position(loader):
    net = nn.Linear(3, 3)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for x, y in loader:
        optimizer.zero_grad()
        for start in range(0, len(x), 16):
            loss = F.cross_entropy(net(x[start : start + 16]), y[start : start + 16])
            loss.backward()  # finding: sums gradients over several passes, so `optimizer.step()` steps too far
        optimizer.step()


def by_parts(loader):
    net, criterion = nn.Linear(3, 3), nn.CrossEntropyLoss()
    optimizer = torch.optim.Adam(net.parameters())
    for x, y in loader:
        optimizer.zero_grad()
        for rows, targets in zip(x.split(16), y.split(16)):
            criterion(net(rows), targets).backward()  # finding: divide the loss by the number of passes
        nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        optimizer.step()


def of_any_loss(loader, criterion):
    net = nn.Linear(3, 3)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for x, y in loader:
        optimizer.zero_grad()
        for rows, targets in zip(x.chunk(4), y.chunk(4)):
            criterion(net(rows), targets).backward()  # suspected: divide the loss by the number of passes
        optimizer.step()


def divided(loader):
    net = nn.Linear(3, 3)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for x, y in loader:
        optimizer.zero_grad()
        for start in range(0, len(x), 16):
            loss = F.cross_entropy(net(x[start : start + 16]), y[start : start + 16])
            (loss * 16 / len(x)).backward()
        optimizer.step()


def scaled(output, target):
    return F.mse_loss(output, target) / 4


def divided_by_a_function(loader):
    net = nn.Linear(3, 3)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for x, y in loader:
        optimizer.zero_grad()
        for rows, targets in zip(x.chunk(4), y.chunk(4)):
            scaled(net(rows), targets).backward()
        optimizer.step()


def divided_afterwards(loader):
    net = nn.Linear(3, 3)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for x, y in loader:
        optimizer.zero_grad()
        for rows, targets in zip(x.chunk(4), y.chunk(4)):
            F.mse_loss(net(rows), targets).backward()
        for parameter in net.parameters():
            parameter.grad /= 4
        optimizer.step()


def of_heads(loader, heads):
    net = nn.Linear(3, 3)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for x, y in loader:
        optimizer.zero_grad()
        for head in heads:
            F.cross_entropy(head(net(x)), y).backward()
        optimizer.step()


def over_time(loader):
    net = nn.Linear(3, 3)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for x, y in loader:
        optimizer.zero_grad()
        for start in range(0, x.shape[1], 16):
            F.mse_loss(net(x[:, start : start + 16]), y[:, start : start + 16]).backward()
        for part in x.split(16, 1):
            F.mse_loss(net(part), part).backward()
        optimizer.step()


def a_step_for_each(loader):
    net = nn.Linear(3, 3)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for x, y in loader:
        for rows, targets in zip(x.chunk(4), y.chunk(4)):
            optimizer.zero_grad()
            F.mse_loss(net(rows), targets).backward()
            optimizer.step()


def of_any_size(loader):
    net = nn.Linear(3, 3)
    optimizer = torch.optim.Adam(net.parameters())
    for x, y in loader:
        optimizer.zero_grad()
        for rows, targets in zip(x.chunk(4), y.chunk(4)):
            F.mse_loss(net(rows), targets).backward()
        optimizer.step()


def squared(output, target):
    return ((output - target) ** 2).mean()


def summed(output, target):
    return ((output - target) ** 2).sum(1)


def one_step(net, optimizer, x, y):
    optimizer.zero_grad()
    for rows, targets in zip(x.split(16), y.split(16)):
        loss = squared(net(rows), targets)
        loss.backward()  # finding: sums gradients over several passes, so `optimizer.step()` steps too far
    nn.utils.clip_grad_norm_(net.parameters(), 1.0)
    optimizer.step()


def one_step_of_a_sum(net, optimizer, x, y):
    optimizer.zero_grad()
    for rows, targets in zip(x.split(16), y.split(16)):
        summed(net(rows), targets).sum().backward()
    nn.utils.clip_grad_norm_(net.parameters(), 1.0)
    optimizer.step()
