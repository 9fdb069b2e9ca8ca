"""apex unscales gradients at the end of the `with` over the scaled loss."""

import torch
from apex import amp
from torch import nn
from torch.utils.data import DataLoader


def inside(model: nn.Module, loader: DataLoader, limit):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    model, optimizer = amp.initialize(model, optimizer, opt_level="O1")
    for x in loader:
        optimizer.zero_grad()
        with amp.scale_loss(model(x).mean(), optimizer) as scaled:
            scaled.backward()
            nn.utils.clip_grad_norm_(amp.master_params(optimizer), limit)  # finding: clip after the `with`
        optimizer.step()


def after(model: nn.Module, loader: DataLoader, limit):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    model, optimizer = amp.initialize(model, optimizer, opt_level="O1")
    for x in loader:
        optimizer.zero_grad()
        with amp.scale_loss(model(x).mean(), optimizer) as scaled:
            scaled.backward()
        nn.utils.clip_grad_norm_(amp.master_params(optimizer), limit)
        optimizer.step()


def before_the_backward(model: nn.Module, loader: DataLoader, limit):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    model, optimizer = amp.initialize(model, optimizer, opt_level="O1")
    for x in loader:
        optimizer.zero_grad()
        with amp.scale_loss(model(x).mean(), optimizer) as scaled:
            nn.utils.clip_grad_norm_(amp.master_params(optimizer), limit)
            scaled.backward()
        optimizer.step()


def accumulated(model: nn.Module, loader: DataLoader):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    model, optimizer = amp.initialize(model, optimizer, opt_level="O1")
    for number, x in enumerate(loader):
        with amp.scale_loss(model(x).mean() / 4, optimizer, delay_unscale=number % 4 != 3) as scaled:
            scaled.backward()
        if number % 4 == 3:
            optimizer.step()
            optimizer.zero_grad()
