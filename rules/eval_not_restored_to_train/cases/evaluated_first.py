"""Loops that evaluate before they train: the eval mode is the evaluation's, or that of the training on purpose."""

import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)
TRAIN = [(torch.randn(8, 8), torch.randint(2, (8,))) for _ in range(4)]
HELD_OUT = [(torch.randn(8, 8), torch.randint(2, (8,))) for _ in range(2)]


def net():
    return nn.Sequential(nn.Linear(8, 8), nn.BatchNorm1d(8), nn.Dropout(0.5), nn.Linear(8, 2))


def step(model, optimizer):
    for rows, labels in TRAIN:
        optimizer.zero_grad()
        F.cross_entropy(model(rows), labels).backward()
        optimizer.step()


@torch.no_grad()
def accuracy(model):
    model.eval()
    return sum((model(rows).argmax(1) == labels).float().mean().item() for rows, labels in HELD_OUT)


def in_a_function():
    model = net()
    optimizer = torch.optim.Adam(model.parameters())
    for epoch in range(3):  # finding: `model` trains in eval mode after the evaluation in each iteration
        print(accuracy(model))
        step(model, optimizer)


def in_place():
    model = net()
    optimizer = torch.optim.Adam(model.parameters())
    model.train()
    for epoch in range(3):  # finding: `model` trains in eval mode after the evaluation in each iteration
        model.eval()
        with torch.no_grad():
            for rows, labels in HELD_OUT:
                print((model(rows).argmax(1) == labels).sum().item())
        for rows, labels in TRAIN:
            optimizer.zero_grad()
            F.cross_entropy(model(rows), labels).backward()
            optimizer.step()


def of_unknown_layers(model, optimizer):
    for epoch in range(3):  # suspected: `model` trains in eval mode after the evaluation in each iteration
        model.eval()
        with torch.no_grad():
            for rows, labels in HELD_OUT:
                print((model(rows).argmax(1) == labels).sum().item())
        for rows, labels in TRAIN:
            optimizer.zero_grad()
            F.cross_entropy(model(rows), labels).backward()
            optimizer.step()


def every_few_passes():
    model = net()
    optimizer = torch.optim.Adam(model.parameters())
    for epoch in range(4):  # suspected: `model` trains in eval mode after the evaluation in each iteration
        if epoch % 2 == 0:
            print(accuracy(model))
        step(model, optimizer)


def checked_before():
    model = net()
    optimizer = torch.optim.Adam(model.parameters())
    print(accuracy(model))
    for epoch in range(3):  # finding: `model` trains in eval mode from the first iteration on; call `model.train()` at
        step(model, optimizer)


def checked_and_restored():
    model = net()
    optimizer = torch.optim.Adam(model.parameters())
    print(accuracy(model))
    model.train()
    for epoch in range(3):
        step(model, optimizer)


def restored():
    model = net()
    optimizer = torch.optim.Adam(model.parameters())
    for epoch in range(3):
        print(accuracy(model))
        model.train()
        step(model, optimizer)


def on_purpose():
    """The mode is that of the training: it was set before the loop, and the evaluation has nothing to change."""
    model = net()
    optimizer = torch.optim.Adam(model[3].parameters())
    model.eval()
    for epoch in range(3):
        with torch.no_grad():
            for rows, labels in HELD_OUT:
                print((model(rows).argmax(1) == labels).sum().item())
        step(model, optimizer)


def another_model():
    model, teacher = net(), net()
    optimizer = torch.optim.Adam(model.parameters())
    for epoch in range(3):
        print(accuracy(teacher))
        step(model, optimizer)


if __name__ == "__main__":
    in_a_function()
    in_place()
    every_few_passes()
    checked_before()
    checked_and_restored()
    restored()
    on_purpose()
    another_model()
