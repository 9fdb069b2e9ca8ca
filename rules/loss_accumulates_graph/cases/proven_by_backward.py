"""A model that this file does not show: where its loss is differentiated, the loss has a graph."""

import torch
import torch.nn.functional as F
from accelerate import Accelerator
from ours import Wrapped, build, scale  # not there

model = build()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)


def denoise(loader):
    total = 0.0
    for x in loader:
        noise = torch.randn_like(x)
        loss = (noise - Wrapped(model)(x)).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total += loss  # finding: keeps the graph of every `loss` alive
    return total.item()


def accelerated(loader):
    accelerator, total = Accelerator(), 0.0
    for x in loader:
        loss = F.mse_loss(torch.randn(4, 8), Wrapped(model)(x))
        optimizer.zero_grad()
        accelerator.backward(loss)
        optimizer.step()
        total += loss  # finding: keeps the graph of every `loss` alive
    return total.item()


def scaled(loader):
    scaler, total = torch.amp.GradScaler("cuda"), 0.0
    for x in loader:
        loss = (torch.ones(8) - Wrapped(model)(x)).mean()
        optimizer.zero_grad()
        scaler.scale(loss).backward()
        scaler.step(optimizer)
        scaler.update()
        total += loss  # finding: keeps the graph of every `loss` alive
    return total.item()


def numbers(loader):
    total = 0.0
    for x in loader:
        loss = (torch.randn_like(x) - Wrapped(model)(x)).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total += loss.item()
    return total


def targets(loader):
    total = 0.0
    for x in loader:
        target = torch.ones(8) * scale(x)
        optimizer.zero_grad()
        F.mse_loss(target, Wrapped(model)(x)).backward()
        optimizer.step()
        total += target.sum()
    return total


def by_hand(loader, layer):
    total = torch.zeros(8)
    for x in loader:
        gradient = torch.ones(8) * scale(x)
        layer.backward(gradient)
        total += gradient
    return total


def measured(loader):
    total = 0.0
    with torch.no_grad():
        for x in loader:
            loss = (torch.randn_like(x) - Wrapped(model)(x)).square().mean()
            total += loss
    return total
