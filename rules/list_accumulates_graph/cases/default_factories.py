"""Containers that a defaultdict makes, whatever it makes them by."""

from collections import defaultdict, deque
from functools import partial

import torch
from torch import nn
from torch.utils.data import DataLoader

model = nn.Linear(4, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
nested = defaultdict(lambda: defaultdict(list))
by_step = defaultdict(dict)
queues = defaultdict(deque)
bounded = defaultdict(partial(deque, maxlen=9))
detached = defaultdict(lambda: defaultdict(list))
numbers = defaultdict(lambda: 0)
for step, x in enumerate(DataLoader(torch.randn(64, 4))):
    loss = model(x).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    nested["train"]["loss"].append(loss)  # finding: `nested["train"]["loss"]` keeps the graph of every `loss` alive
    by_step["loss"][step] = loss  # finding: `by_step["loss"]` keeps the graph of every `loss` alive
    queues["loss"].append(loss)  # finding: `queues["loss"]` keeps the graph of every `loss` alive
    bounded["loss"].append(loss)
    detached["train"]["loss"].append(loss.detach())
    numbers["steps"] += 1


class Metrics:
    def __init__(self):
        self.kept = defaultdict(lambda: defaultdict(list))

    def keep(self, split, metrics):
        for name, value in metrics.items():
            self.kept[split][name].append(value)


metrics, means = Metrics(), Metrics()
for x in DataLoader(torch.randn(64, 4)):
    loss = model(x).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    metrics.keep("train", {"loss": loss})  # finding: keeps the graph of every step alive
    means.keep("train", {"loss": loss.item()})
