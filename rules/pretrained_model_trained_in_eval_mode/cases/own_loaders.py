"""Functions of the project that return models in eval mode."""

import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.data import DataLoader

loader = DataLoader([])


class Net(nn.Module):
    def __init__(self, dropped=0.5):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(8, 8), nn.BatchNorm1d(8), nn.Dropout(dropped), nn.Linear(8, 1))

    def forward(self, x):
        return self.layers(x)


class Plain(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Linear(8, 1)

    def forward(self, x):
        return self.layers(x)


def restore(path):
    net = Net()
    net.load_state_dict(torch.load(path, weights_only=True))
    return net.eval()


class Session:
    def __init__(self, path):
        self.net = restore(path)
        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=0.1)

    def run(self):
        for rows, targets in loader:
            self.optimizer.zero_grad()
            loss = F.mse_loss(self.net(rows), targets)  # finding: in eval mode because `restore` left it there
            loss.backward()
            self.optimizer.step()


Session("net.pt").run()


def epochs(net):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for epoch in range(3):
        net.train()
        for rows, targets in loader:
            optimizer.zero_grad()
            F.mse_loss(net(rows), targets).backward()
            optimizer.step()


epochs(restore("net.pt"))


def restore_plain(path):
    net = Plain()
    net.load_state_dict(torch.load(path, weights_only=True))
    net.eval()
    return net


def minds_no_mode():
    net = restore_plain("plain.pt")
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for rows, targets in loader:
        optimizer.zero_grad()
        F.mse_loss(net(rows), targets).backward()
        optimizer.step()


minds_no_mode()


def frozen_features():
    features, head = restore("features.pt"), nn.Linear(1, 1)
    optimizer = torch.optim.SGD(head.parameters(), lr=0.1)
    for rows, targets in loader:
        optimizer.zero_grad()
        F.mse_loss(head(features(rows)), targets).backward()
        optimizer.step()


frozen_features()


def attack(rows):
    net = restore("net.pt")
    rows = rows.clone().requires_grad_(True)
    optimizer = torch.optim.SGD([rows], lr=0.1)
    for _ in range(10):
        optimizer.zero_grad()
        net(rows).sum().backward()
        optimizer.step()
    return rows


attack(torch.rand(4, 8))


def statistics_stay(path):
    net = Net(dropped=0.0)
    net.load_state_dict(torch.load(path, weights_only=True))
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    net.eval()  # here, where it is trained: on purpose
    for rows, targets in loader:
        optimizer.zero_grad()
        F.mse_loss(net(rows), targets).backward()
        optimizer.step()
    return net


statistics_stay("net.pt")
