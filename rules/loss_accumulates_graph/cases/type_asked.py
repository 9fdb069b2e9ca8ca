"""Losses whose type is asked before they are added: what is no tensor there keeps no graph."""

import torch
from torch import nn
from torch.nn import functional as F

torch.manual_seed(0)
model = nn.Linear(4, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
batches = [(torch.randn(8, 4), torch.randn(8, 1)) for _ in range(6)]


def step(rows, wanted):
    loss = F.mse_loss(model(rows), wanted)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss


def compared():
    total = 0.0
    for rows, wanted in batches:
        loss = step(rows, wanted)
        if type(loss) == float:
            total += loss
        else:
            total += loss.item()
    return total


def compared_the_other_way():
    total = 0.0
    for rows, wanted in batches:
        loss = step(rows, wanted)
        if type(loss) is not float:
            loss = loss.item()
        total += loss
    return total


def in_one_line():
    total = 0.0
    for rows, wanted in batches:
        loss = step(rows, wanted)
        total += loss if type(loss) in (float, int) else loss.item()
    return total


def by_isinstance():
    total = 0.0
    for rows, wanted in batches:
        loss = step(rows, wanted)
        if isinstance(loss, float):
            total += loss
        elif not torch.is_tensor(loss):
            total += float(loss)
        else:
            total += loss.item()
    return total


def of_the_sum():
    total = 0.0
    for rows, wanted in batches:
        loss = step(rows, wanted)
        total += loss  # finding: `total` keeps the graph of every `loss` alive
        if type(loss) == float:
            print("a number:", loss)
    return total


def of_the_other_branch():
    total = 0.0
    for rows, wanted in batches:
        loss = step(rows, wanted)
        if type(loss) == float:
            print("a number:", loss)
        else:
            total += loss  # finding: `total` keeps the graph of every `loss` alive
    return total


def behind_the_question():
    total = 0.0
    for rows, wanted in batches:
        loss = step(rows, wanted)
        if isinstance(loss, float):
            print("a number:", loss)
        total += loss  # finding: `total` keeps the graph of every `loss` alive
    return total


for run in (compared, compared_the_other_way, in_one_line, by_isinstance):
    print(run())
for run in (of_the_sum, of_the_other_branch, behind_the_question):
    print(run().item())
