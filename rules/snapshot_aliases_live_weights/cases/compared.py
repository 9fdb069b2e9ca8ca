"""Weights that are compared with the model's after training: with themselves, unless they were copied."""

import copy

import torch
from torch import nn


def step(model, optimizer, x):
    optimizer.zero_grad()
    loss = model(x).square().mean()
    loss.backward()
    optimizer.step()
    return loss.item()


def equal_at_the_end(batches):
    model = nn.Linear(4, 2)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    before = {k: v for k, v in model.state_dict().items()}  # finding: `before` shares the parameters' memory
    kept = copy.deepcopy(model.state_dict())
    for x in batches:
        step(model, optimizer, x)
    after = model.state_dict()
    same = [torch.equal(before[k], v) for k, v in after.items()]
    return same, [torch.equal(kept[k], v) for k, v in after.items()]


def by_another_name(batches):
    model = nn.Linear(4, 2)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    state = model.state_dict()  # finding: `state` shares the parameters' memory
    old = {k: v for k, v in state.items()}
    for x in batches:
        step(model, optimizer, x)
    new = model.state_dict()
    return max((old[k] - new[k]).abs().max().item() for k in new)


def in_pairs(batches):
    model = nn.Linear(4, 2)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    start = [p.data for p in model.parameters()]  # finding: `start` shares the parameters' memory
    copies = [p.detach().clone() for p in model.parameters()]
    for x in batches:
        step(model, optimizer, x)
    moved = sum((p - s).norm().item() for p, s in zip(model.parameters(), start))
    return moved, sum((p - s).norm().item() for p, s in zip(model.parameters(), copies))


def with_another_model(batches):
    """The teacher's weights are those that it still has: only the student is trained."""
    teacher, student = nn.Linear(4, 2), nn.Linear(4, 2)
    optimizer = torch.optim.SGD(student.parameters(), lr=0.1)
    wanted = teacher.state_dict()
    for x in batches:
        step(student, optimizer, x)
    return [(wanted[k] - v).norm().item() for k, v in student.state_dict().items()]


def before_the_steps(batches):
    model = nn.Linear(4, 2)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    first = model.state_dict()
    print(all(torch.equal(first[k], v) for k, v in model.state_dict().items()))
    return [step(model, optimizer, x) for x in batches]


for run in (equal_at_the_end, by_another_name, in_pairs, with_another_model, before_the_steps):
    print(run(torch.randn(8, 2, 4)))
