"""A function that gets prepared optimizers and others, and gradients that no step applies."""

from accelerate import Accelerator
from torch import nn


def train(model, optimizer, loader):
    for x, y in loader:
        loss = nn.functional.mse_loss(model(x), y)
        loss.backward()  # suspected: skips the loss scaling of `accelerator`
        optimizer.step()


def train_prepared(model, optimizer, loader):
    for x, y in loader:
        loss = nn.functional.mse_loss(model(x), y)
        loss.backward()  # finding: skips the loss scaling of `accelerator`
        optimizer.step()
        optimizer.zero_grad()


def by_accelerator(model, optimizer, loader):
    accelerator = Accelerator()
    model, optimizer, loader = accelerator.prepare(model, optimizer, loader)
    train(model, optimizer, loader)
    train_prepared(model, optimizer, loader)


def by_hand(model, optimizer, loader):
    train(model, optimizer, loader)


def against_attacks(model, optimizer, loader):
    accelerator = Accelerator()
    model, optimizer, loader = accelerator.prepare(model, optimizer, loader)
    for x, y in loader:
        x.requires_grad_()
        first_loss = nn.functional.mse_loss(model(x), y)
        first_loss.backward()
        x = x + 0.01 * x.grad.sign()
        optimizer.zero_grad()
        accelerator.backward(nn.functional.mse_loss(model(x.detach()), y))
        optimizer.step()
