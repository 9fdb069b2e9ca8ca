"""Hooks that collect what they are given, forward after forward."""

from collections import defaultdict
from functools import partial

import torch
from torch import nn
from torch.utils.data import DataLoader


def net():
    return nn.Sequential(nn.Linear(8, 8), nn.ReLU(), nn.Linear(8, 1))


def train(model, loader):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for rows in loader:
        optimizer.zero_grad()
        model(rows).mean().backward()
        optimizer.step()


def by_lambda(loader):
    model, kept = net(), []
    model[0].register_forward_hook(lambda module, args, output: kept.append(output))  # finding: `kept` keeps the `output`
    train(model, loader)
    return torch.cat(kept)


def by_name(loader):
    model, kept = net(), defaultdict(list)

    def keep(name, module, args, output):
        kept[name].append(output)

    def note(module, args, output):
        kept["all"].append(output)  # finding: `kept["all"]` keeps the `output` of every forward

    model[2].register_forward_hook(partial(keep, "last"))
    model[2].register_forward_hook(note)
    train(model, loader)
    return kept


def inputs(loader):
    model, kept = net(), []

    def first(module, args):
        kept.append(args[0])  # finding: store `args[0].detach()`

    def whole(module, args, output):
        kept.append(args)  # finding: `kept` keeps the `args` of every forward, with its graph; store detached values,

    model[2].register_forward_pre_hook(first)
    model[2].register_forward_hook(whole)
    train(model, loader)
    return kept


def features(model: nn.Module, loader):
    kept = []
    model.eval()
    handle = model.register_forward_hook(lambda module, args, output: kept.append(output))  # finding: `kept` keeps
    for rows, _ in loader:
        model(rows)
    handle.remove()
    return torch.cat(kept)



def record(layer):
    kept = []
    layer.register_forward_hook(lambda module, args, output: kept.append(output))  # finding: `kept` keeps the `output`
    return kept


def recorded(loader):
    model = net()
    kept = record(model[0])
    train(model, loader)
    return torch.cat(kept)


def penalized(loader):
    model, kept = net(), []
    model[0].register_forward_hook(lambda module, args, output: kept.append(output))  # finding: `kept` keeps the
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for rows in loader:
        optimizer.zero_grad()
        (model(rows).mean() + kept[-1].square().mean()).backward()
        optimizer.step()


loader = DataLoader([])
by_lambda(loader)
by_name(loader)
inputs(loader)
penalized(loader)
recorded(loader)
features(net(), loader)
