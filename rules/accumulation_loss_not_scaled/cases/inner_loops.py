"""An inner loop adds up the gradients of several batches for one step."""

import torch
import torch.nn.functional as F
from torch import nn


def of_several_batches(loader, pieces, steps):
    net = nn.Linear(3, 3)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    batches = iter(loader)
    for _ in range(steps):
        for _ in range(pieces):
            x, y = next(batches)
            loss = F.cross_entropy(net(x), y)
            loss.backward()  # finding: sums gradients over several passes, so `optimizer.step()` steps too far
        optimizer.step()
        optimizer.zero_grad()


def fetched_ahead(get_batch, parts, scaler):
    net = nn.Linear(3, 3)
    optimizer = torch.optim.AdamW(net.parameters())
    x, y = get_batch("train")
    while True:
        for _ in range(parts):
            loss = F.cross_entropy(net(x), y)
            x, y = get_batch("train")
            scaler.scale(loss).backward()  # finding: `scaler.scale(loss).backward()` sums gradients over several
        scaler.unscale_(optimizer)
        torch.nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        scaler.step(optimizer)
        scaler.update()
        optimizer.zero_grad()


def divided_under_another_name(loader, split):
    net = nn.Linear(3, 3)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    batches, number = iter(loader), split
    while True:
        optimizer.zero_grad()
        for _ in range(split):
            x, y = next(batches)
            loss = F.cross_entropy(net(x), y)
            loss = loss / number
            loss.backward()
        optimizer.step()


def losses_of_one_batch(loader, heads):
    body = nn.Linear(3, 3)
    optimizer = torch.optim.SGD(body.parameters(), lr=0.1)
    for x, y in loader:
        optimizer.zero_grad()
        for head in range(heads):
            out = body(x)
            F.cross_entropy(out[:, head], y[:, head]).backward()
        optimizer.step()


def once(loader):
    net = nn.Linear(3, 3)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    batches = iter(loader)
    while True:
        optimizer.zero_grad()
        for _ in range(1):
            x, y = next(batches)
            F.cross_entropy(net(x), y).backward()
        optimizer.step()


def gradients_divided(loader, rounds):
    net = nn.Linear(3, 3)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    batches = iter(loader)
    while True:
        optimizer.zero_grad()
        for _ in range(rounds):
            x, y = next(batches)
            F.cross_entropy(net(x), y).backward()
        for parameter in net.parameters():
            parameter.grad.div_(rounds)
        optimizer.step()


def of_any_size(loader, turns):
    net = nn.Linear(3, 3)
    optimizer = torch.optim.Adam(net.parameters())
    batches = iter(loader)
    while True:
        optimizer.zero_grad()
        for _ in range(turns):
            x, y = next(batches)
            F.cross_entropy(net(x), y).backward()
        optimizer.step()


def steps_in_each(loader, critics):
    net = nn.Linear(3, 3)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    batches = iter(loader)
    while True:
        for _ in range(critics):
            x, y = next(batches)
            optimizer.zero_grad()
            F.cross_entropy(net(x), y).backward()
            optimizer.step()
