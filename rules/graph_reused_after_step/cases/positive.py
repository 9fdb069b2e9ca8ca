import itertools

import torch
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(8, 8), nn.ReLU(), nn.Linear(8, 8))

    def forward(self, x):
        return self.layers(x)


def two_losses(rows):
    net = Net()
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for x, y in rows:
        out = net(x)
        optimizer.zero_grad()
        F.mse_loss(out, y).backward(retain_graph=True)
        optimizer.step()
        optimizer.zero_grad()
        F.l1_loss(out, y).backward()  # finding: raises, as `optimizer.step()` has changed parameters that its graph
        optimizer.step()


def actor_and_critic(actor: Net, critic: Net, rows):
    both = torch.optim.Adam(itertools.chain(actor.parameters(), critic.parameters()))
    one = torch.optim.Adam(critic.parameters())
    for x, y in rows:
        value = critic(actor(x))
        both.zero_grad()
        F.mse_loss(value, y).backward(retain_graph=True)
        both.step()
        one.zero_grad()
        (-value.mean()).backward()  # finding: raises, as `both.step()` has changed parameters that its graph needs
        one.step()


class Gan:
    def __init__(self):
        self.generator, self.critic = Net(), Net()
        self.optimizer_g = torch.optim.Adam(self.generator.parameters())
        self.optimizer_c = torch.optim.Adam(self.critic.parameters())

    def update_critic(self, judged, y):
        self.optimizer_c.zero_grad()
        F.mse_loss(judged, y).backward(retain_graph=True)
        self.optimizer_c.step()

    def update_generator(self, judged):
        self.optimizer_g.zero_grad()
        (-judged.mean()).backward()  # finding: raises, as `self.optimizer_c.step()` has changed parameters
        self.optimizer_g.step()

    def fit(self, rows):
        for x, y in rows:
            judged = self.critic(self.generator(x))
            self.update_critic(judged, y)
            self.update_generator(judged)
