import torch
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, 1))

    def forward(self, x):
        return self.layers(x)


def only_before_the_loop(rows):
    net = Net()
    optimizer = torch.optim.Adam(net.parameters())
    optimizer.zero_grad()
    for x, y in rows:
        loss = F.mse_loss(net(x), y)
        loss.backward()
        optimizer.step()  # finding: `optimizer.step()` applies the gradients of all earlier steps again


def scaled(rows):
    net = Net().cuda()
    optimizer = torch.optim.Adam(net.parameters())
    scaler = torch.amp.GradScaler("cuda")
    for x, y in rows:
        with torch.autocast("cuda"):
            loss = F.mse_loss(net(x), y)
        scaler.scale(loss).backward()
        scaler.step(optimizer)  # finding: call `optimizer.zero_grad()` before each
        scaler.update()


class Trainer:
    def __init__(self):
        self.net = Net()
        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=0.1)

    def update(self, x, y):
        F.mse_loss(self.net(x), y).backward()
        self.optimizer.step()  # finding: call `self.optimizer.zero_grad()`

    def fit(self, rows, epochs):
        for _ in range(epochs):
            for x, y in rows:
                self.update(x, y)


def only_the_other(rows):
    real, fake = Net(), Net()
    real_optimizer = torch.optim.Adam(real.parameters())
    fake_optimizer = torch.optim.Adam(fake.parameters())
    for x, y in rows:
        real_optimizer.zero_grad()
        F.mse_loss(real(x), y).backward()
        real_optimizer.step()
        F.l1_loss(fake(x), y).backward()
        fake_optimizer.step()  # finding: call `fake_optimizer.zero_grad()`


def closure_without(rows):
    net = Net()
    optimizer = torch.optim.LBFGS(net.parameters())
    x, y = rows

    def closure():
        loss = F.mse_loss(net(x), y)
        loss.backward()
        return loss

    for _ in range(20):
        optimizer.step(closure)  # finding: `optimizer.step(closure)` applies


def annotated(net: nn.Module, optimizer: torch.optim.Optimizer, rows):
    for x, y in rows:
        F.mse_loss(net(x), y).backward()
        optimizer.step()  # finding: applies the gradients of all earlier steps


def accumulated(rows, every=4):
    net = Net()
    optimizer = torch.optim.Adam(net.parameters())
    for i, (x, y) in enumerate(rows):
        (F.mse_loss(net(x), y) / every).backward()
        if (i + 1) % every == 0:
            optimizer.step()  # finding: applies the gradients of all earlier steps
