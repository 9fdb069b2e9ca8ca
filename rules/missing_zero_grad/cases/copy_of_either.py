"""Each client trains a copy of whichever model was chosen: `zero_grad` of the copy clears what its optimizer steps."""

import copy

import torch
from torch import nn
from torch.utils.data import DataLoader

criterion = nn.CrossEntropyLoss()


class Small(nn.Module):
    def __init__(self):
        super().__init__()
        self.head = nn.Linear(8, 4)

    def forward(self, x):
        return self.head(x)


class Large(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(8, 32)
        self.head = nn.Linear(32, 4)

    def forward(self, x):
        return self.head(self.body(x).relu())


def chosen(size):
    if size == "small":
        return Small()
    return Large()


def cleared_by_the_copy(size, clients):
    whole = chosen(size)
    for rows in clients:
        net = copy.deepcopy(whole)
        optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
        for x, y in DataLoader(rows, batch_size=8):
            net.zero_grad()
            criterion(net(x), y).backward()
            optimizer.step()


def cleared_is_the_original(clients):
    whole = Large()
    for rows in clients:
        net = copy.deepcopy(whole)
        optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
        for x, y in DataLoader(rows, batch_size=8):
            whole.zero_grad()
            criterion(net(x), y).backward()
            optimizer.step()  # finding: applies the gradients of all earlier steps again
