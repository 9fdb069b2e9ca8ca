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
        kept[name].append(output)  # finding: `kept[name]` keeps the `output` of every forward

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


def computed(loader):
    model, kept, found_in, means = net(), {"all": []}, [], []

    def first(module, args, output):
        kept["all"] += [output[0] if isinstance(output, tuple) else output]  # finding: `kept["all"]` keeps the `output[0]

    def flat(module, args, output):
        found = output.flatten(1)
        found_in.extend([found])  # finding: `found_in` keeps the `found` of every forward, with its graph; store `found.detach()`

    def several(module, args, output):
        means.append({"norm": output.norm(), "args": args[0]})  # finding: store detached values

    model[0].register_forward_hook(first)
    model[1].register_forward_hook(flat)
    model[2].register_forward_hook(several)
    train(model, loader)
    return kept, found_in, means


def computed_without_graph(loader):
    model, kept, found_in, means = net(), [], [], []

    def dead(module, args, output):
        kept.append((output <= 0).float().mean())

    def cut(module, args, output):
        found = output.detach().flatten(1)
        found_in.extend([found.mean()])

    def several(module, args, output):
        means.append({"norm": output.norm().item(), "shape": output.shape, "top": output.argmax(1)})

    @torch.no_grad()
    def quiet(module, args, output):
        kept.append(output.flatten(1))
        with torch.inference_mode():
            found_in.append(output.mean())

    model[0].register_forward_hook(quiet)
    model[0].register_forward_hook(dead)
    model[1].register_forward_hook(cut)
    model[2].register_forward_hook(several)
    train(model, loader)
    return kept, found_in, means


loader = DataLoader([])
computed(loader)
computed_without_graph(loader)
by_lambda(loader)
by_name(loader)
inputs(loader)
penalized(loader)
recorded(loader)
features(net(), loader)
