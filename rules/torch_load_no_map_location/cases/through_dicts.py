"""What is loaded reaches the model through another dict, through a whole model, or tensor by tensor."""

import sys

import torch
from torch import nn

path = sys.argv[1]
net = nn.Linear(4, 2).to("cuda" if torch.cuda.is_available() else "cpu")


def merged():
    saved = torch.load(path)["model"]  # finding: add `map_location="cpu"`
    state = net.state_dict()
    state.update({name: weight for name, weight in saved.items() if name in state})
    net.load_state_dict(state)


def merged_into_a_dict():
    state = {}
    state.update(torch.load(path))  # finding: add `map_location="cpu"`
    net.load_state_dict(state)


def entry_by_entry():
    state = net.state_dict()
    for name, weight in torch.load(path).items():  # finding: add `map_location="cpu"`
        state[name.removeprefix("module.")] = weight
    net.load_state_dict(state)


def unpacked():
    saved = torch.load(path)  # finding: add `map_location="cpu"`
    net.load_state_dict({**net.state_dict(), **saved})


def copied():
    state = net.state_dict()
    for name, weight in torch.load(path).items():  # finding: add `map_location="cpu"`
        state[name].copy_(weight)


def of_a_whole_model():
    other = torch.load(path)  # finding: add `map_location="cpu"`
    net.load_state_dict(other.float().state_dict())


def save():
    torch.save(net.state_dict(), path)


def options_beside_the_weights():
    """The settings of the run are in a file of their own, and what is merged with them is no weight."""
    options = {"lr": 0.1}
    options.update(torch.load(f"{path}.options"))
    net.load_state_dict(torch.load(path, map_location="cpu"))
    return options


def statistics(rows):
    state = net.state_dict()
    shown = {**state, **torch.load(f"{path}.statistics")}
    return [(rows - shown["mean"]) / shown["std"]]
