"""Functions that return what they are given in a wrapper: some only wrap it, some have used it by then."""

import functools

import torch
from torch import nn
from torch.nn.parallel import DistributedDataParallel as DDP


def maybe_compile(model, wanted=True):
    if wanted:
        model = torch.compile(model)
        print("compiled", model)
    return model


def timed(function):
    @functools.wraps(function)
    def run(model):
        result = function(model)
        print("done")
        return result

    return run


def run_once(function):
    @functools.wraps(function)
    def run(model):
        function(model)(torch.zeros(1, 4))

    return run


@timed
def compiled_in_time(model):
    return torch.compile(model)


@run_once
def compiled_and_run(model):
    return torch.compile(model)


def distributed(model):
    wrapped = DDP(torch.compile(model))
    return wrapped


def warm_up(model):
    compiled = torch.compile(model)
    compiled(torch.zeros(1, 4))
    return compiled


def train(model, batches, optimizer):
    model = DDP(model)
    for x, y in batches:
        optimizer.zero_grad()
        nn.functional.mse_loss(model(x), y).backward()
        optimizer.step()
    return model


def evaluated(model, batches, evaluate):
    model = torch.compile(model)
    evaluate(model, batches)
    return model


def main(batches, evaluate):
    model = nn.Linear(4, 2)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    maybe_compile(model)  # finding: `model` is not compiled
    compiled_in_time(model)  # finding: `model` is not compiled
    compiled_and_run(model)
    warm_up(model)
    train(model, batches, optimizer)
    evaluated(model, batches, evaluate)
    print(maybe_compile(model))
