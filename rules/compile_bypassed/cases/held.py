import torch
from torch import nn


class World(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(4, 4)

    def fit(self, x):
        return self.body(x).square().mean()


class Reader(nn.Module):
    def __init__(self):
        super().__init__()
        self.forward = self.read
        self.body = nn.Linear(4, 4)

    def read(self, x):
        return self.body(x)


class Net(World):
    def forward(self, x):
        return self.body(x)


class Trainer:
    def __init__(self, fast):
        self.world = World()
        self.net = Net()
        if fast:
            self.world = torch.compile(self.world, backend="eager")  # finding: as `self.world` has no `forward`
            self.net = torch.compile(self.net, backend="eager")
        self.reader = torch.compile(Reader(), backend="eager")
        self.optimizer = torch.optim.SGD([*self.world.parameters(), *self.net.parameters()], lr=0.1)

    def step(self):
        x = torch.randn(8, 4)
        loss = self.world.fit(x)
        loss = loss + self.net.fit(x)  # finding: `self.net.fit` runs eagerly, as `torch.compile` covers only
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return self.reader(x), self.net(x)


trainer = Trainer(fast=True)
for _ in range(3):
    trainer.step()
