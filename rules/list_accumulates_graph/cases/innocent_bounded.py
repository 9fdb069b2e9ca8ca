"""Containers that cannot grow: new in each iteration, of bounded size, emptied, or with the same keys every time."""

from collections import deque

import torch
from torch import nn

model = nn.Linear(8, 1)
heads = nn.ModuleDict({"left": nn.Linear(8, 1), "right": nn.Linear(8, 1)})
criterion = nn.MSELoss()
optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
batches = [(torch.randn(4, 8), torch.randn(4, 1)) for _ in range(5)]


def new_in_each_iteration():
    for inputs, targets in batches:
        outputs = []
        for row in inputs:
            outputs.append(model(row))
        print(torch.stack(outputs).mean().item(), len(targets))


def new_through_a_literal():
    for inputs, targets in batches:
        optimizer.zero_grad()
        loss = criterion(model(inputs), targets)
        logs = {"loss": loss}
        logs["penalty"] = model.weight.square().sum()
        loss.backward()
        optimizer.step()
        print({name: value.item() for name, value in logs.items()})


def same_keys_every_time():
    latest, by_head = {}, {}
    for inputs, targets in batches:
        optimizer.zero_grad()
        loss = criterion(model(inputs), targets)
        loss.backward()
        optimizer.step()
        latest["loss"] = loss
        for name, head in heads.items():
            by_head[name] = criterion(head(inputs), targets)
    print(latest, by_head)


def bounded_queue():
    recent = deque(maxlen=3)
    for inputs, targets in batches:
        optimizer.zero_grad()
        loss = criterion(model(inputs), targets)
        loss.backward()
        optimizer.step()
        recent.append(loss)
    print(sum(recent).item() / len(recent))


def oldest_is_thrown_away():
    recent, newest = [], []
    for inputs, targets in batches:
        optimizer.zero_grad()
        loss = criterion(model(inputs), targets)
        loss.backward()
        optimizer.step()
        recent.append(loss)
        if len(recent) > 3:
            recent.pop(0)
        newest.append(loss)
        newest = newest[-3:]
    print(len(recent), len(newest))


def emptied_in_each_iteration():
    losses = []
    for inputs, targets in batches:
        for row, target in zip(inputs, targets):
            losses.append(criterion(model(row), target))
        print(torch.stack(losses).mean().item())
        losses.clear()


def a_hook_keeps_the_newest():
    seen = {}

    def keep(module, inputs, output):
        seen["output"] = output

    handle = model.register_forward_hook(keep)
    for inputs, targets in batches:
        loss = criterion(model(inputs), targets)
        loss.backward()
    handle.remove()
    print(seen["output"].shape)


if __name__ == "__main__":
    new_in_each_iteration()
    new_through_a_literal()
    same_keys_every_time()
    bounded_queue()
    oldest_is_thrown_away()
    emptied_in_each_iteration()
    a_hook_keeps_the_newest()
