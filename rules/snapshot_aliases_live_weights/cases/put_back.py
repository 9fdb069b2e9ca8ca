"""Other weights for an evaluation: what is put back afterwards has been overwritten, unless it is a copy."""

import copy

import torch
from torch import nn


def accuracy(model, x):
    return model(x).mean().item()


def with_averaged(model: nn.Module, averages, x):
    trained = model.state_dict()  # finding: shares the parameters' memory
    for averaged in averages:
        model.load_state_dict(averaged)
        print(accuracy(model, x))
    model.load_state_dict(trained)


def with_a_copy(model: nn.Module, averages, x):
    trained = copy.deepcopy(model.state_dict())
    for averaged in averages:
        model.load_state_dict(averaged)
        print(accuracy(model, x))
    model.load_state_dict(trained)


def with_copies_of_entries(model: nn.Module, averaged, x):
    trained = model.state_dict()
    for name in trained:
        trained[name] = trained[name].clone()
    model.load_state_dict(averaged)
    print(accuracy(model, x))
    model.load_state_dict(trained)


def with_another(model: nn.Module, other: nn.Module, averaged, x):
    trained = model.state_dict()
    other.load_state_dict(averaged)
    print(accuracy(other, x))
    model.load_state_dict(trained)


def assigned(model: nn.Module, averaged, x):
    trained = model.state_dict()
    model.load_state_dict(averaged, assign=True)
    print(accuracy(model, x))
    model.load_state_dict(trained)


def chosen(model: nn.Module, averaged, x, is_averaged):
    trained = model.state_dict()
    if is_averaged:
        model.load_state_dict(averaged)
    else:
        model.load_state_dict(trained)
    print(accuracy(model, x))


torch.manual_seed(0)
net, rows = nn.Linear(3, 1), torch.rand(4, 3)
with torch.no_grad():
    before = accuracy(net, rows)
    with_averaged(net, [nn.Linear(3, 1).state_dict()], rows)
    assert accuracy(net, rows) != before
    before = accuracy(net, rows)
    with_a_copy(net, [nn.Linear(3, 1).state_dict()], rows)
    assert accuracy(net, rows) == before


def filled_from_a_file(model: nn.Module, path):
    own = model.state_dict()
    saved = torch.load(path, weights_only=True)
    try:
        model.load_state_dict(saved)
    except RuntimeError:
        for name, value in saved.items():
            if own[name].shape == value.shape:
                own[name] = value
        model.load_state_dict(own)


def with_unknown(model, averaged, evaluate):
    saved = model.state_dict()  # suspected: `saved` shares the parameters' memory
    model.load_state_dict(averaged)
    score = evaluate(model)
    model.load_state_dict(saved)
    return score


def of_a_copy(model: nn.Module, optimizer, loader):
    start = copy.deepcopy(model).state_dict()
    for x, y in loader:
        optimizer.zero_grad()
        nn.functional.mse_loss(model(x), y).backward()
        optimizer.step()
    model.load_state_dict(start)
