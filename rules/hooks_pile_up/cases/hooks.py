"""Hooks that pile up, and those that are removed, are many from the start, or go with what they are on."""

import torch
from torch import nn
from torch.utils.data import DataLoader


def net():
    return nn.Sequential(nn.Linear(4, 4), nn.ReLU(), nn.Linear(4, 1))


def nothing(*_):
    """Changes nothing."""


def train(model, before, steps=40):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    for step in range(steps):
        before(model, step)
        optimizer.zero_grad()
        model(torch.randn(8, 4)).square().mean().backward()
        optimizer.step()


def on_a_parameter(model, step):
    model[0].weight.register_hook(nothing)  # finding: 32 hooks registered here are on one module or tensor


def now_and_then(model, step):
    if step % 4 == 0:
        for layer in model:
            layer.register_forward_hook(nothing)  # finding: 8 hooks registered here are on one module or tensor


def removed(model, step):
    handle = model[0].register_forward_hook(nothing)
    model(torch.randn(8, 4))
    handle.remove()


def on_what_is_computed(model, step):
    hidden = model[0](torch.randn(8, 4))
    hidden.register_hook(nothing)
    hidden.sum().backward()


def many_at_first(model, step):
    if step == 0:
        for _ in range(16):
            model[0].register_forward_hook(nothing)


def only_some(model, step):
    if step < 3:
        model[0].register_forward_pre_hook(nothing)


def on_models_of_their_own():
    for _ in range(16):
        model = net()
        model[0].register_forward_hook(nothing)
        train(model, nothing, steps=2)


def while_evaluating():
    model = net()
    with torch.no_grad():
        for rows in DataLoader(torch.randn(40, 4)):
            model[0].register_forward_hook(nothing)  # finding: on one module or tensor
            model(rows)


train(net(), on_a_parameter)
train(net(), now_and_then)
train(net(), removed)
train(net(), on_what_is_computed)
train(net(), many_at_first)
train(net(), only_some)
on_models_of_their_own()
while_evaluating()
