"""A copy of one of several models is put in train mode before each training, whatever the original is in."""

import copy

import torch
from torch import nn


class Small(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(4, 8), nn.Dropout(0.5), nn.Linear(8, 2))

    def forward(self, x):
        return self.body(x)


class Large(nn.Module):
    def __init__(self):
        super().__init__()
        self.drop = nn.Dropout()
        self.body = nn.Linear(4, 2)

    def forward(self, x):
        return self.body(self.drop(x))


class Local:
    def __init__(self, loader):
        self.loader = loader

    def update(self, model):
        model.train()
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        for _ in range(3):
            for x, y in self.loader:
                model.zero_grad()
                loss = nn.functional.cross_entropy(model(x), y)
                loss.backward()
                optimizer.step()
        return model.state_dict()

    def inference(self, model):
        model.eval()
        right = 0
        for x, y in self.loader:
            right += (model(x).argmax(1) == y).sum().item()
        return right


def main(options, loader):
    if options.kind == "small":
        net = Small()
    elif options.kind == "large":
        net = Large()
    net.train()
    for epoch in range(3):
        net.train()
        states = []
        for user in range(3):
            local = Local(loader)
            states.append(local.update(model=copy.deepcopy(net)))
        net.load_state_dict(states[0])
        net.eval()
        for user in range(3):
            local = Local(loader)
            print(local.inference(model=net))


def forgotten(options, loader):
    if options.kind == "small":
        net = Small()
    elif options.kind == "large":
        net = Large()
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    local = Local(loader)
    net.train()
    for epoch in range(3):  # finding: `net` trains in eval mode from the second iteration on
        for x, y in loader:
            loss = nn.functional.cross_entropy(net(x), y)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        print(local.inference(net))
