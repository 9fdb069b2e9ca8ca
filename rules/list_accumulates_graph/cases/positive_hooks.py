"""Hooks that store what flows through a module while gradients are on: each forward leaves its graph behind."""

import torch
from torch import nn

batches = [torch.randn(4, 8) for _ in range(5)]


def watch_while_training():
    model = nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    seen = []

    def keep(module, inputs, output):
        seen.append(output)  # finding: `seen` keeps the graph

    handle = model[0].register_forward_hook(keep)
    for inputs in batches:
        optimizer.zero_grad()
        model(inputs).square().mean().backward()
        optimizer.step()
    handle.remove()
    print(torch.cat(seen).mean().item())


class Watcher:
    """Stores the outputs of a model's ReLUs."""

    def __init__(self, model):
        self.model = model
        self.outputs = []
        self.handles = [
            module.register_forward_hook(self.keep) for module in model if isinstance(module, nn.ReLU)
        ]

    def keep(self, module, inputs, output):
        self.outputs.append(output)  # finding: `self.outputs` keeps the graph

    def close(self):
        for handle in self.handles:
            handle.remove()


def watch_a_class():
    model = nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, 1))
    watcher = Watcher(model)
    for inputs in batches:
        model(inputs).square().mean().backward()
    watcher.close()
    print(len(watcher.outputs))


if __name__ == "__main__":
    watch_while_training()
    watch_a_class()
