"""Code beside the steps that clears nothing: a loss of one's own, an evaluation after each epoch, a limit."""

import torch
import torch.nn.functional as F
from elsewhere import Callback, evaluate
from torch import nn


class Weighted(nn.Module):
    """A loss with a method that only reports."""

    def __init__(self):
        super().__init__()
        self.last = 0.0

    def forward(self, output, y):
        return F.mse_loss(output, y)

    def describe(self, loss):
        print(loss)


def with_a_loss_of_ones_own(loader):
    model, criterion = nn.Linear(4, 1), Weighted()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for x, y in loader:
        loss = criterion(model(x), y)
        criterion.describe(loss)
        loss.backward()
        optimizer.step()  # finding: applies the gradients of all earlier steps again


def evaluated_after_each_epoch(dataset, epochs):
    model = nn.Linear(4, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    loader = torch.utils.data.DataLoader(dataset, batch_size=8, shuffle=True)
    for _ in range(epochs):
        for x, y in loader:
            F.mse_loss(model(x), y).backward()
            optimizer.step()  # finding: applies the gradients of all earlier steps again
        evaluate(model, optimizer)


def one_model_for_each_rate(dataset, rates, epochs):
    loader = torch.utils.data.DataLoader(dataset, batch_size=8, shuffle=True)
    for rate in rates:
        model = nn.Linear(4, 1)
        optimizer = torch.optim.SGD(model.parameters(), lr=rate)
        for _ in range(epochs):
            for x, y in loader:
                F.mse_loss(model(x), y).backward()
                optimizer.step()  # finding: applies the gradients of all earlier steps again


def with_a_limit(loader):
    model = nn.Linear(4, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for x, y in loader:
        F.mse_loss(model(x), y).backward()
        for p in model.parameters():
            p.grad.data.clamp_(-1, 1)
        optimizer.step()  # finding: applies the gradients of all earlier steps again


class Keeper:
    """Clears what it was given, after each batch."""

    def __init__(self, model):
        self.model = model

    def after_batch(self):
        for p in self.model.parameters():
            p.grad = None


def cleared_by_an_object(loader):
    model = nn.Linear(4, 1)
    keeper = Keeper(model)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for x, y in loader:
        F.mse_loss(model(x), y).backward()
        optimizer.step()
        keeper.after_batch()


def cleared_for_each_batch(dataset, heads):
    model = nn.Linear(4, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    loader = torch.utils.data.DataLoader(dataset, batch_size=8, shuffle=True)
    callback = Callback(optimizer)
    for x, y in loader:
        for head in heads:
            F.mse_loss(head(model(x)), y).backward()
            optimizer.step()
        callback.after_batch(optimizer)


def scaled_by_nothing(loader):
    model = nn.Linear(4, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for x, y in loader:
        F.mse_loss(model(x), y).backward()
        optimizer.step()
        for p in model.parameters():
            p.grad.mul_(0)
