"""Whoever is done with an object removes the handles that it finds in it, without naming them."""

import torch
from torch import nn
from torch.utils.hooks import RemovableHandle


class Probe:
    def __init__(self, layer):
        self.seen = None
        self.handle = layer.register_forward_hook(self.keep)  # suspected: the hook on `layer` runs in every  # refuted

    def keep(self, module, inputs, output):
        self.seen = output.detach()


class Meter:
    def __init__(self, layer):
        self.calls = 0
        self.handle = layer.register_forward_hook(self.count)  # suspected: the hook on `layer` runs in every later

    def count(self, module, inputs, output):
        self.calls += 1


def release(owner):
    """Let go of all that an object holds on to."""
    for name, held in list(vars(owner).items()):
        if isinstance(held, RemovableHandle):
            getattr(owner, name).remove()


torch.manual_seed(0)
network = nn.Sequential(nn.Linear(4, 4), nn.ReLU())
for _ in range(3):
    probe, meter = Probe(network[0]), Meter(network[1])
    network(torch.randn(2, 4))
    print(probe.seen.shape, meter.calls)
    release(probe)
