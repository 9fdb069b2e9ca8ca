import torch
from torch import nn
from torch.autograd import gradcheck, gradgradcheck


def train(model: nn.Module, loader, optimizer, epochs):
    for epoch in range(epochs):
        for step, (x, y) in enumerate(loader):
            x = x.double().requires_grad_(True)
            gradcheck(model, (x,))  # finding: `gradcheck(model, (x,))` runs the model twice per input element in every
            assert torch.autograd.gradcheck(model, x, eps=1e-6)  # finding: check once, in a test
            optimizer.zero_grad()
            nn.functional.mse_loss(model(x), y).backward()
            optimizer.step()


def now_and_then(model: nn.Module, loader, optimizer):
    first = next(iter(loader))[0].double().requires_grad_(True)
    gradcheck(model, (first,))
    for step, (x, y) in enumerate(loader):
        if step == 0:
            gradgradcheck(model, (x.double().requires_grad_(True),))
        optimizer.zero_grad()
        nn.functional.mse_loss(model(x), y).backward()
        optimizer.step()


def of_operations(operations, x):
    for operation in operations:
        gradcheck(operation, (x,))
