"""Parts that are replaced by names that are texts, while an optimizer goes on with the old ones."""

import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        for name in ("body", "head"):
            setattr(self, name, nn.Linear(4, 4))

    def forward(self, x):
        return self.head(self.body(x))


def train(net, optimizer, batches):
    for x in batches:
        loss = net(x).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def replaced_after(batches):
    net = Net()
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    setattr(net, "head", nn.Linear(4, 2))  # finding: `nn.Linear(4, 2)` makes new parameters
    train(net, optimizer, batches)


def replaced_before(batches):
    net = Net()
    setattr(net, "head", nn.Linear(4, 2))
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    train(net, optimizer, batches)


class Agent:
    def __init__(self):
        self.scale = torch.ones(3, requires_grad=True)
        self.steps = 0
        self.optimizer = torch.optim.Adam([self.scale])

    def load(self, path):
        state = torch.load(path, weights_only=True)
        for name in ("scale", "steps"):
            setattr(self, name, state[name])  # finding: `state[name]` is new, but `self.optimizer.step()` still
        self.optimizer.load_state_dict(state["optimizer"])

    def update(self, loss):
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()


class OtherAgent(Agent):
    def __init__(self):
        self.scale = torch.ones(3, requires_grad=True)
        self.steps = 0
        self.optimizer = torch.optim.Adam([self.scale])

    def load(self, path):
        state = torch.load(path, weights_only=True)
        for name in ("steps",):
            self.__dict__[name] = state[name]
        with torch.no_grad():
            getattr(self, "scale").copy_(state["scale"])
        self.optimizer.load_state_dict(state["optimizer"])

    def step(self):
        self.optimizer.step()
