"""The tensors of a state dict in another dict, or in a list, are the same tensors, unless each of them is copied."""

import copy
from collections import OrderedDict

import torch
from torch import nn


def step(model, optimizer, x):
    optimizer.zero_grad()
    loss = model(x).square().mean()
    loss.backward()
    optimizer.step()
    return loss.item()


def same_tensors(batches):
    model = nn.Linear(4, 2)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    best, ordered, detached, listed = 1e9, None, None, None
    for x in batches:
        loss = step(model, optimizer, x)
        if loss < best:
            best = loss
            ordered = OrderedDict((k, v) for k, v in model.state_dict().items())  # finding: `ordered` is not a copy
            detached = {k: v.detach() for k, v in model.state_dict().items()}  # finding: `detached` is not a copy
            listed = [v for v in model.state_dict().values()]  # finding: `listed` is not a copy
            unpacked = {**model.state_dict()}  # finding: `unpacked` is not a copy
            paired = dict(zip(model.state_dict().keys(), listed))
    return ordered, detached, listed, unpacked, paired


def one_by_one(batches):
    model, best, weights = nn.Linear(4, 2), 1e9, {}
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for x in batches:
        loss = step(model, optimizer, x)
        if loss < best:
            best = loss
            for name, value in model.state_dict().items():  # finding: `model.state_dict()` is not a copy
                weights[name] = value
    model.load_state_dict(weights)


def put_into_a_dict(batches):
    model, best, weights, sizes = nn.Linear(4, 2), 1e9, {}, {}
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for x in batches:
        loss = step(model, optimizer, x)
        if loss < best:
            best = loss
            weights.update(model.state_dict())  # finding: is not a copy, so later steps overwrite it
            sizes.update({k: v.shape for k, v in model.state_dict().items()})
    model.load_state_dict(weights)
    return sizes


def by_another_name(batches):
    model, best, part, head = nn.Linear(4, 2), 1e9, None, None
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for x in batches:
        loss = step(model, optimizer, x)
        if loss < best:
            best = loss
            state = model.state_dict()  # finding: `state` is not a copy
            part = {name: value for name, value in state.items() if "bias" in name}
            head = {name: state[name] for name in ("weight",)}
    return part, head


def to_the_cpu(batches):
    """Nothing here moves the model away from where it was made."""
    model, best, weights, copies = nn.Linear(4, 2), 1e9, None, None
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for x in batches:
        loss = step(model, optimizer, x)
        if loss < best:
            best = loss
            weights = {k: v.cpu() for k, v in model.state_dict().items()}  # suspected: if the model is on the CPU
            copies = {k: v.cpu().clone() for k, v in model.state_dict().items()}
    return weights, copies


def copied(batches):
    model, best = nn.Linear(4, 2), 1e9
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    one_by_one, arrays, halves, all_at_once, filled, changed = None, None, None, None, {}, {}
    for x in batches:
        loss = step(model, optimizer, x)
        if loss < best:
            best = loss
            one_by_one = OrderedDict((k, v.clone()) for k, v in model.state_dict().items())
            arrays = {k: v.numpy().copy() for k, v in model.state_dict().items()}
            halves = {k: v.half() for k, v in model.state_dict().items()}
            all_at_once = copy.deepcopy(dict(model.state_dict()))
            shapes = {k: v.shape for k, v in model.state_dict().items()}
            for name, value in model.state_dict().items():
                filled[name] = value.detach().clone()
                changed[name] = value + 1
    return one_by_one, arrays, halves, all_at_once, filled, changed, shapes
