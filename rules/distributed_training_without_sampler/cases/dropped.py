"""Loaders that accelerate prepares: the program has to go on with what it returns."""

import torch
from accelerate import Accelerator
from torch.utils.data import DataLoader


def fit(net, rows):
    accelerator = Accelerator()
    loader = DataLoader(rows, 8, shuffle=True)
    optimizer = torch.optim.Adam(net.parameters())
    net, optimizer = accelerator.prepare(net, optimizer)
    accelerator.prepare(loader)  # finding: `prepare` does not change `loader`
    for x, y in loader:
        accelerator.backward(torch.nn.functional.mse_loss(net(x), y))
        optimizer.step()
        optimizer.zero_grad()


def fit_two_of_three(net, rows):
    accelerator = Accelerator()
    loader = DataLoader(rows, 8, shuffle=True)
    optimizer = torch.optim.Adam(net.parameters())
    net, optimizer, _ = accelerator.prepare(net, optimizer, loader)  # finding: `prepare` does not change `loader`
    for x, y in loader:
        accelerator.backward(torch.nn.functional.mse_loss(net(x), y))
        optimizer.step()
        optimizer.zero_grad()


def fit_all(net, rows):
    accelerator = Accelerator()
    loader = DataLoader(rows, 8, shuffle=True)
    optimizer = torch.optim.Adam(net.parameters())
    net, _, loader = accelerator.prepare(net, optimizer, loader)
    accelerator.prepare(net)
    for x, y in loader:
        accelerator.backward(torch.nn.functional.mse_loss(net(x), y))
        optimizer.step()
        optimizer.zero_grad()


def only_for_its_batch_size(net, size):
    accelerator = Accelerator()
    loader = DataLoader([0 for _ in range(20)], size)
    _, net = accelerator.prepare(loader, net)
    return net
