"""Hooks that keep the numbers of activations because somebody wants them, or for a while."""

from collections import deque

import torch
from torch import nn

rows, labels = torch.rand(4, 8), torch.randint(0, 2, (4,))


def net():
    return nn.Sequential(nn.Linear(8, 8), nn.ReLU(), nn.Linear(8, 2))


def step(model, optimizer):
    optimizer.zero_grad()
    loss = nn.functional.cross_entropy(model(rows), labels)
    loss.backward()
    optimizer.step()


def train(model, steps=8):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(steps):
        step(model, optimizer)


class Kept:
    """Not all of it, or not always."""

    def __init__(self, model):
        self.moved, self.parts, self.first, self.early = [], [], [], []
        self.newest = deque(maxlen=2)
        model[0].register_forward_hook(self.move)
        model[0].register_forward_hook(self.part)
        model[0].register_forward_hook(self.one)
        model[0].register_forward_hook(self.few)
        model[0].register_forward_hook(self.last)

    def move(self, module, args, output):
        self.moved.append(output.detach().cpu())

    def part(self, module, args, output):
        self.parts.append(output.data[0])

    def one(self, module, args, output):
        if not self.first:
            self.first.append(output.detach())

    def few(self, module, args, output):
        if len(self.early) == 3:
            return
        self.early.append(output.detach())

    def last(self, module, args, output):
        self.newest.append(output.detach())


def for_a_look():
    model = nn.Sequential(nn.Linear(8, 8), nn.Linear(8, 2))
    kept = Kept(model)
    train(model)
    return kept.newest[-1], kept.moved[-1]


def compared():
    model, outputs = nn.Sequential(nn.Linear(8, 8), nn.Linear(8, 2)), []
    model[0].register_forward_hook(lambda module, args, output: outputs.append(output.detach()))
    train(model)
    return torch.stack([output.mean() for output in outputs]).std()


def handed_back():
    model, found = nn.Sequential(nn.Linear(8, 8), nn.Linear(8, 2)), []
    model[0].register_forward_hook(lambda module, args, output: found.append(output.detach()))
    train(model)
    return found


def evaluated():
    model, features = nn.Sequential(nn.Linear(8, 8), nn.Linear(8, 2)), []
    train(model)
    model.eval()
    model[0].register_forward_hook(lambda module, args, output: features.append(output.detach()))
    for _ in range(8):
        model(rows)
    print(features[-1].shape)


def cleared():
    model, seen = nn.Sequential(nn.Linear(8, 8), nn.Linear(8, 2)), []
    model[0].register_forward_hook(lambda module, args, output: seen.append(output.detach()))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(8):
        step(model, optimizer)
        print(seen[-1].mean())
        seen.clear()


def a_few_steps():
    model, some = nn.Sequential(nn.Linear(8, 8), nn.Linear(8, 2)), []
    handle = model[0].register_forward_hook(lambda module, args, output: some.append(output.detach()))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for number in range(8):
        step(model, optimizer)
        if number == 2:
            handle.remove()
    print(some[0].mean())


def tried():
    model, tries = nn.Sequential(nn.Linear(8, 8), nn.Linear(8, 2)), []
    model[0].register_forward_hook(lambda module, args, output: tries.append(output.detach()))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for number in range(1000):
        step(model, optimizer)
        if number == 2:
            break
    print(tries[0].mean())


def another_of_the_same_make():
    teacher, student, wanted = net(), net(), []
    teacher[0].register_forward_hook(lambda module, args, output: wanted.append(output.detach()))
    teacher(rows)
    train(student)
    print(wanted[0].mean())


for_a_look()
compared()
handed_back()
evaluated()
cleared()
a_few_steps()
tried()
another_of_the_same_make()
