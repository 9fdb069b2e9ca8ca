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


def collected(batches):
    model, kept, lists, copies = nn.Linear(4, 2), [], [], []
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for x in batches:
        step(model, optimizer, x)
        kept.append({k: v.detach() for k, v in model.state_dict().items()})  # finding: shares the parameters' memory
        lists.append(list(model.state_dict().values()))  # finding: shares the parameters' memory
        copies.append({k: v.detach().clone() for k, v in model.state_dict().items()})
        copies.append([v.norm() for v in model.state_dict().values()])
    return kept, lists, copies


def put_back_after_steps(batches):
    model = nn.Linear(4, 2)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    start = {k: v for k, v in model.state_dict().items()}  # finding: `start` shares the parameters' memory
    for x in batches:
        step(model, optimizer, x)
    model.load_state_dict(start)


def put_back_from_copies(batches):
    model = nn.Linear(4, 2)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    start = OrderedDict((k, v.clone()) for k, v in model.state_dict().items())
    for x in batches:
        step(model, optimizer, x)
    model.load_state_dict(start)


def put_back_after_a_load(model: nn.Module, averaged, x):
    trained = {k: v for k, v in model.state_dict().items()}  # finding: so `model.load_state_dict(averaged)` overwrites it
    model.load_state_dict(averaged)
    print(model(x))
    model.load_state_dict(trained)


def put_copies_back_after_a_load(model: nn.Module, averaged, x):
    trained = {k: copy.deepcopy(v) for k, v in model.state_dict().items()}
    model.load_state_dict(averaged)
    print(model(x))
    model.load_state_dict(trained)
