"""Trains a small network and sums its losses in every way, right and wrong; ends with an error inside backward."""

from __future__ import annotations

import atexit
import random

import torch
from metrics import Mean, smoothed
from torch import nn

torch.manual_seed(0)
random.seed(0)
torch.set_num_threads(1)
atexit.register(lambda: print("random state", hash(tuple(torch.get_rng_state().tolist())), random.random()))

model = nn.Sequential(nn.Conv2d(1, 8, 3), nn.ReLU(), nn.BatchNorm2d(8), nn.Flatten(), nn.Dropout(0.1), nn.LazyLinear(3))
model(torch.randn(2, 1, 16, 16))
optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
batches = [(torch.randn(16, 1, 16, 16), torch.randint(0, 3, (16,))) for _ in range(10)]


def loss_of(batch):
    return nn.functional.cross_entropy(model(batch[0]), batch[1])


def first(by_step):
    return by_step[0]


class Trainer:
    def __init__(self):
        self.total = 0.0

    def train(self):
        total, number, sums, losses, by_step, epoch = 0, 0.0, {"size": 0.0}, [], {}, 0.0
        for step, batch in enumerate(batches):
            optimizer.zero_grad()
            loss = loss_of(batch)
            loss.backward()
            optimizer.step()
            total += loss  # confirmed: nodes only
            number += loss.item()  # refuted: no graph in 20 executions
            self.total += loss  # confirmed: nodes only
            sums["size"] = sums["size"] + 2 * loss  # confirmed: nodes only
            losses.append(loss)  # confirmed: nodes only
            by_step[step] = loss.detach()  # refuted: no graph
            first(by_step).data += 0  # undecided: without evaluating it twice
            epoch = 0.1 * epoch + loss.detach()  # refuted: no graph
            if random.random() > 2:
                total += 1  # not reached: never ran
        return repr(total), number, sums, len(losses), len(by_step), epoch


def validate():
    model.eval()
    total, number = 0, torch.zeros(())
    for _ in range(10):
        loss = loss_of((torch.randn(16, 1, 16, 16), torch.randint(0, 3, (16,))))
        total = total + loss  # confirmed: activations
        with torch.no_grad():
            number += loss  # refuted: no graph
    return repr(total.item()), repr(number)


def meta():
    """One backward through the sum of the losses of many batches, after many others that are not."""
    total = 0.0
    for batch in batches:
        optimizer.zero_grad()
        loss_of(batch).backward()
        total += 0.5 * loss_of(batch)  # refuted: backward ran through it
    (total / len(batches)).backward()
    optimizer.step()
    for batch in batches:
        part = 0.0
        part += loss_of(batch)  # refuted: more than 1 step
    return repr(part)


@torch.jit.script
def scripted(values: torch.Tensor) -> torch.Tensor:
    total = torch.zeros(())
    for value in values:
        total = total + value  # not reached
    return total


def mapped(values):
    total = torch.zeros(())
    for power in range(3):
        total = total + values.pow(power).sum()  # undecided: can't be read
    return total


mean = Mean()
for epoch in range(2):
    print(Trainer().train(), validate(), meta())
    mean.update(torch.tensor(float(epoch)))
print(repr(mean.total), smoothed([1.0, 2.0]), scripted(torch.arange(3.0)), torch.vmap(mapped)(torch.ones(2, 3)))
loss = loss_of(batches[0])
loss.backward()
loss.backward()
