from collections import OrderedDict

import torch
from torch import nn


def sequential(target, source_state):
    entries = OrderedDict()
    for (k1, v1), (k2, v2) in zip(target.state_dict().items(), source_state.items()):  # suspected: by position
        entries[k1] = v2
    target.load_state_dict(entries)


def in_place(path, network):
    old = torch.load(path)
    if "params" in old:
        old = old["params"]
    state = network.state_dict()
    for (old_name, weight), (name, _) in zip(old.items(), state.items()):  # suspected: pairs keys with `old` by
        state[name] = weight
    network.load_state_dict(state)


def at_once(model, path):
    given = torch.load(path, weights_only=True)
    model.load_state_dict(dict(zip(model.state_dict().keys(), given.values())))  # suspected: by position
    names = list(model.state_dict())
    return {k: v.float() for k, v in zip(names, list(given.values()))}, {
        name: weight
        for name, weight in zip(model.state_dict().keys(), given.values())  # suspected: by position
    }


def right(model, path, average: nn.Module):
    given = torch.load(path, weights_only=True)
    entries = {name.replace("module.", ""): weight for name, weight in given.items()}
    for name, weight in zip(given.keys(), given.values()):
        entries[name] = weight
    # two models in memory
    for (name, _), (_, weight) in zip(model.state_dict().items(), average.state_dict().items()):
        entries[name] = weight
    # compared
    for (name, _), (other, weight) in zip(model.state_dict().items(), given.items()):
        if name.split(".")[-1] == other.split(".")[-1]:
            entries[name] = weight
    # only looked at
    for (name, mine), (_, weight) in zip(model.state_dict().items(), given.items()):
        print(name, mine.shape, weight.shape)
    for values in zip(model.state_dict().values(), given.values()):
        print([one.shape for one in values])
    model.load_state_dict(entries)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer, self.norm = nn.Linear(4, 8), nn.BatchNorm1d(8)


def of_parameters(linear: nn.Linear, trained):
    net, entries = Net(), {}
    for name, (_, weight) in zip(net.state_dict(), trained.named_parameters()):  # finding: pairs keys with
        entries[name] = weight
    plain = nn.Linear(4, 8)
    plain.load_state_dict(dict(zip(plain.state_dict().keys(), linear.parameters())))
    return net, entries
