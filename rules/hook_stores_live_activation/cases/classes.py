"""Several classes of hooks in one program, each with a list of the same name."""

import torch
from torch import nn


class Whole:
    def __init__(self, layer):
        self.features = []
        self.handle = layer.register_forward_hook(self.keep)

    def keep(self, module, args, output):
        self.features.append(output)  # finding: `self.features` keeps the `output` of every forward


class Means:
    def __init__(self, layer):
        self.features: list[float] = []
        self.handle = layer.register_forward_hook(self.keep)

    def keep(self, module, args, output):
        self.features.append(output.mean().item())

    def start(self):
        self.features.clear()


class Cleared:
    """Whoever trains clears it after each batch."""

    def __init__(self, layer):
        self.rows = []
        self.handle = layer.register_forward_hook(self.keep)

    def keep(self, module, args, output):
        self.rows.append(output)


class ClearedByMethod(Cleared):
    def __init__(self, layer):
        super().__init__(layer)
        self.found = []
        layer.register_forward_pre_hook(self.note)

    def note(self, module, args):
        self.found.append(args[0])

    def start(self):
        self.found = []


class Replaced:
    """Whoever trains gives it a new list for each batch."""

    def __init__(self, layer):
        self.outputs = []
        self.handle = layer.register_forward_hook(self.keep)

    def keep(self, module, args, output):
        self.outputs.append(output)


def train(model, done):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(8):
        loss = model(torch.rand(4, 8)).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        done()


def net():
    return nn.Sequential(nn.Linear(8, 8), nn.ReLU(), nn.Linear(8, 2))


def both():
    model = net()
    whole, means = Whole(model[0]), Means(model[1])
    train(model, means.start)
    return torch.cat(whole.features)


def cleared():
    model = net()
    first, second = Cleared(model[0]), ClearedByMethod(model[2])
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(8):
        loss = model(torch.rand(4, 8)).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        for one in (first, second):
            one.rows.clear()
        second.start()


def replaced():
    model = net()
    kept = Replaced(model[0])
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(8):
        loss = model(torch.rand(4, 8)).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        kept.outputs = []


def removed_before():
    model, kept = net(), []
    handle = model[0].register_forward_hook(lambda module, args, output: kept.append(output))
    model(torch.rand(4, 8))
    handle.remove()
    train(model, print)
    return kept


both()
cleared()
replaced()
removed_before()
