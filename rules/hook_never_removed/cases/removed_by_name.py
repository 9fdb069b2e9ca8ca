"""Handles that are removed by the name of what they are kept in, or that leave with what a function returns or is given."""

from dataclasses import dataclass, field
from functools import wraps

import torch
from torch import nn


def look(module, inputs, output):
    return None


def start(model):
    for part in model.modules():
        part.flops_handle = part.register_forward_hook(look)
        part.other_handle = part.register_forward_pre_hook(lambda module, inputs: None)  # suspected: the hook on `part`


def stop(model):
    for part in model.modules():
        if hasattr(part, "flops_handle"):
            part.flops_handle.remove()


def without_hooks(method):
    @wraps(method)
    def run(self, *given):
        try:
            return method(self, *given)
        finally:
            for handle in self.held:
                handle.remove()

    return run


class Backend:
    def __init__(self, model):
        self.model, self.held, self.forgotten = model, [], []

    def attach(self):
        handles = []
        for part in self.model.modules():
            handles.append(part.register_forward_hook(self.see))
        return handles

    def see(self, module, inputs, output):
        return None

    @without_hooks
    def run(self, rows):
        self.held = []
        self.held += self.attach()
        self.forgotten.append(self.model.register_forward_hook(self.see))  # suspected: the hook on `self.model` runs
        return self.model(rows)


@dataclass
class Attached:
    handle: object = None
    others: list = field(default_factory=list)


def attach(model):
    attached = Attached()
    attached.handle = model.register_forward_hook(look)
    attached.others.append(model.register_forward_hook(look))
    return attached


def attach_into(model, handles):
    handles["whole"] = model.register_forward_hook(look)


def attach_and_count(model, batch):
    handles = {}
    handles["whole"] = model.register_forward_hook(look)  # finding: the hook on `model` runs in every later forward
    model(batch)
    return len(handles)


if __name__ == "__main__":
    network, rows = nn.Sequential(nn.Linear(4, 4), nn.ReLU()), torch.randn(2, 4)
    for _ in range(2):
        start(network)
        network(rows)
        stop(network)
        Backend(network).run(rows)
        attach(network)
        attach_into(network, {})
        attach_and_count(network, rows)
