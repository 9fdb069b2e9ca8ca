"""Variables that are always a dict, list or tuple, and variables that may be something else."""

import sys

import torch
from torch import nn


def batches(loader, model, device):
    for x, y in loader:
        pair = [x, y]
        pair = pair.to(device)  # finding: `pair` is a list, which has no `to`
        model(pair[0])


def losses(parts):
    all_losses = []
    for part in parts:
        all_losses.append(part.loss())
    all_losses.mean().backward()  # finding: `all_losses` is a list, which has no `mean`


def models(count, x):
    nets = [nn.Linear(2, 2) for _ in range(count)]
    nets.eval()  # finding: `nets` is a list, which has no `eval`
    listed = nn.ModuleList(nets)
    listed.eval()
    return [net(x) for net in listed]


def make(net, split):
    if split:
        optimizer = {name: torch.optim.SGD(part.parameters(), lr=0.1) for name, part in net.named_children()}
    else:
        optimizer = {"all": torch.optim.SGD(net.parameters(), lr=0.1)}
    return optimizer, 0


def resumed(net, saved):
    optimizer, _ = make(net, saved is not None)
    if optimizer is not None:
        optimizer.load_state_dict(saved)  # finding: `optimizer` is a dict, which has no `load_state_dict`
    return optimizer


def make_either(net, split):
    if split:
        return {name: torch.optim.SGD(part.parameters(), lr=0.1) for name, part in net.named_children()}, 0
    return torch.optim.SGD(net.parameters(), lr=0.1), 0


def may_be_one(net, saved):
    optimizer, _ = make_either(net, saved is not None)
    optimizer.load_state_dict(saved)


def asked(net, split):
    optimizer = {}
    if split:
        optimizer["all"] = torch.optim.SGD(net.parameters(), lr=0.1)
    if hasattr(optimizer, "step"):
        optimizer.step()


def handled(xs):
    shapes = [x.shape for x in xs]
    try:
        return shapes.tolist()
    except AttributeError:
        return shapes


def replaced(xs, device):
    batch = [x.float() for x in xs]
    batch = torch.stack(batch)
    return batch.to(device)


def given(optimizer=None):
    if optimizer is None:
        optimizer = {}
    optimizer.zero_grad()


def what_it_has(state):
    kept = dict(state)
    kept.update(step=1)
    kept.pop("step")
    names = list(kept)
    names.sort()
    return names.index("weight"), kept.items()


def by_version(weights):
    sizes = {name: len(values) for name, values in weights.items()}
    if sys.version_info[0] < 3:
        return sizes.iteritems()
    return sizes.items()


class Scores(dict):
    def mean(self):
        return sum(self.values()) / len(self)


def of_a_class(values):
    scores = Scores(values)
    return scores.mean()
