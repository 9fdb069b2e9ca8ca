"""Steps without an optimizer: gradients add up all the same until somebody clears them."""

import torch
import torch.nn.functional as F
from elsewhere import batches
from torch import nn


class Trainer:
    def __init__(self, net, lr):
        self.net, self.lr = net, lr
        self.optimizer = torch.optim.SGD(net.parameters(), lr=lr)

    def train_step(self, x, y):
        self.optimizer.zero_grad()
        loss = F.cross_entropy(self.net(x), y)
        loss.backward()
        self.optimizer.step()
        return loss

    def fit(self, rows):
        for x, y in rows:
            print(self.train_step(x, y).item())


class ByHand(Trainer):
    def train_step(self, x, y):
        loss = F.cross_entropy(self.net(x), y)
        loss.backward()
        for parameter in self.net.parameters():
            parameter.data.add_(-self.lr, parameter.grad.data)  # suspected: applies the gradients of all earlier steps
        return loss


class ByHandCleared(Trainer):
    def train_step(self, x, y):
        self.net.zero_grad()
        loss = F.cross_entropy(self.net(x), y)
        loss.backward()
        for parameter in self.net.parameters():
            parameter.data.add_(-self.lr, parameter.grad.data)
        return loss


model = nn.Linear(4, 2)
for x, y in batches:
    F.cross_entropy(model(x), y).backward()
    with torch.no_grad():
        for parameter in model.parameters():
            parameter -= 0.1 * parameter.grad  # suspected: applies the gradients of all earlier steps

for x, y in batches:
    F.cross_entropy(model(x), y).backward()
    with torch.no_grad():
        for parameter in model.parameters():
            parameter -= 0.1 * parameter.grad
            parameter.grad = None

weight = torch.zeros(4, requires_grad=True)
(weight * torch.ones(4)).sum().backward()
weight.data -= 0.1 * weight.grad

for x, y in batches:
    noise = torch.randn(4, requires_grad=True)
    F.cross_entropy(model(x + noise), y).backward()
    noise.data -= 0.1 * noise.grad
    print(model(x + noise).argmax(1))

for x, y in batches:
    hidden = torch.zeros(4, requires_grad=False)  # its name has nothing to do with gradients
    F.cross_entropy(model(x + hidden), y).backward()
    with torch.no_grad():
        for parameter in model.parameters():
            parameter -= 0.1 * parameter.grad  # suspected: applies the gradients of all earlier steps

for x, y in batches:
    F.cross_entropy(model(x), y).backward()
    with torch.no_grad():
        for parameter in model.parameters():
            parameter -= 0.1 * parameter.grad
            parameter.grad.data.fill_(0)

for x, y in batches:
    F.cross_entropy(model(x), y).backward()
    with torch.no_grad():
        for parameter in model.parameters():
            parameter -= 0.1 * parameter.grad
            parameter.grad.data = torch.zeros_like(parameter)
