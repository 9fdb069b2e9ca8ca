"""Hooks that keep the numbers of whole activations, one more with each forward of a training."""

import torch
from torch import nn


class Newest:
    """Of which only the newest is asked for."""

    def __init__(self, layer):
        self.features = []
        self.handle = layer.register_forward_hook(self.keep)

    def keep(self, module, args, output):
        self.features.append(output.data)  # finding: `self.features` grows by one `output.data` per forward


class Inputs:
    def __init__(self, layer):
        self.seen = []
        self.handle = layer.register_forward_pre_hook(self.keep)

    def keep(self, module, args):
        with torch.no_grad():
            self.seen.append(args[0].detach().clone())  # finding: `self.seen` grows by one `args[0].detach().clone()`


class Given:
    """It is given to others, of whom nobody here knows what they do with it."""

    def __init__(self, layer):
        self.rows = []
        self.handle = layer.register_forward_hook(self.keep)

    def keep(self, module, args, output):
        self.rows.append(output.detach())  # suspected: `self.rows` grows by one `output.detach()`


class Emptied:
    """So is this one, and they empty it."""

    def __init__(self, layer):
        self.lines = []
        self.handle = layer.register_forward_hook(self.keep)

    def keep(self, module, args, output):
        self.lines.append(output.detach())  # suspected: grows by one  # refuted


def main():
    torch.manual_seed(0)
    model, kept = nn.Sequential(nn.Linear(8, 8), nn.ReLU(), nn.Linear(8, 2)), []
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    newest, inputs, given, emptied = Newest(model[0]), Inputs(model[0]), Given(model[1]), Emptied(model[2])
    model[2].register_forward_hook(lambda module, args, output: kept.append(output.detach()))  # finding: `kept` grows
    for _ in range(12):
        loss = nn.functional.cross_entropy(model(torch.rand(4, 8)), torch.randint(0, 2, (4,)))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        getattr(emptied, "lines").clear()
    newest.handle.remove()
    inputs.handle.remove()
    vars(given)["handle"].remove()
    return newest.features[-1].mean().item() + kept[-1].sum().item() + len(inputs.seen)


main()
