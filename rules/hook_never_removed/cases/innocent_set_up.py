"""Hooks that a model is handed back with, that see to how it is saved, or that a context removes by its list."""

from contextlib import contextmanager
from functools import partial

import torch
from torch import nn


def to(device, module, inputs):
    return tuple(one.to(device) for one in inputs)


def spread(model, places):
    """One device after the other: what crosses a border is moved."""
    for path, device in places.items():
        part = model.get_submodule(path)
        part.register_forward_pre_hook(partial(to, device))
    for name, part in model.named_children():
        if name == "1":
            part.register_forward_pre_hook(partial(to, "cpu"))
    return model


def whole(module, state, prefix, metadata):
    for name in list(state):
        state[name] = state[name].float()


def save_in_full(model):
    model.register_state_dict_post_hook(whole)


@contextmanager
def scaled(model, scale):
    handles = []

    def times(module, inputs, output, factor):
        return output * factor

    def before(module, inputs):
        nonlocal handles
        handles = []
        for part in module.modules():
            if isinstance(part, nn.Linear):
                handle = part.register_forward_hook(partial(times, factor=scale))
                handles.append(handle)

    first = model.register_forward_pre_hook(before)
    try:
        yield
    finally:
        for handle in handles:
            handle.remove()
        first.remove()


if __name__ == "__main__":
    network = nn.Sequential(nn.Linear(4, 4), nn.Linear(4, 2)).half()
    save_in_full(network)
    print({value.dtype for value in network.state_dict().values()})
    network = spread(network.float(), {"0": "cpu"})
    with scaled(network, 2.0):
        print(network(torch.randn(2, 4)).shape)
