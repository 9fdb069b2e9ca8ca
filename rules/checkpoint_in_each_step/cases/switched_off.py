"""Helpers that save only if they are told to, or whose decorator decides."""

import functools

import torch
from torch import nn
from torch.utils.data import DataLoader


def now_and_then(function):
    @functools.wraps(function)
    def wrapped(model, step):
        if step % 100 == 0:
            function(model, step)

    return wrapped


def logged(function):
    def wrapped(model, step):
        print(step)
        function(model, step)

    return wrapped


@now_and_then
def save(model, step):
    torch.save(model.state_dict(), "now_and_then.pt")


@logged
def save_and_log(model, step):
    torch.save(model.state_dict(), "logged.pt")  # finding: save every N steps, or after each epoch


def report(model, loss, save=False, path=None):
    print(loss)
    if save:
        torch.save(model.state_dict(), "report.pt")
    if path is None:
        return
    torch.save(model.state_dict(), path)


def keep(model, path=None, always=True):
    if path is None:
        path = "kept.pt"
    if always:
        torch.save(model.state_dict(), path)  # finding: save every N steps, or after each epoch


def main():
    model, loader = nn.Linear(2, 2), DataLoader([1], num_workers=2)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for step, (x, y) in enumerate(loader):
        loss = nn.functional.cross_entropy(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        save(model, step)
        save_and_log(model, step)
        report(model, loss)
        keep(model)
        [torch.save(part.state_dict(), "part.pt") for part in model.children() if step % 100 == 0]


main()
