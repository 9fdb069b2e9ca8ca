"""A number that each call writes out decides which part of a loss runs."""

import torch
import torch.nn.functional as F
from torch import nn


class Judged(nn.Module):
    def __init__(self):
        super().__init__()
        self.critic = nn.Linear(8, 1)

    def forward(self, code, real, made, part):
        if part == 0:
            return F.mse_loss(made, real) + code.mean() - self.critic(made).mean()
        if part == 1:
            return F.relu(1 + self.critic(made.detach())).mean() + F.relu(1 - self.critic(real)).mean()


class Attached(nn.Module):
    def __init__(self):
        super().__init__()
        self.critic = nn.Linear(8, 1)

    def forward(self, real, made, part):
        if part == 0:
            return F.mse_loss(made, real) - self.critic(made).mean()
        if part == 1:
            return F.relu(1 + self.critic(made)).mean() + F.relu(1 - self.critic(real)).mean()


def detached(batches):
    generator, loss = nn.Linear(8, 8), Judged()
    optimizer_g = torch.optim.Adam(generator.parameters())
    optimizer_c = torch.optim.Adam(loss.critic.parameters())
    for x in batches:
        made = generator(x)
        optimizer_g.zero_grad()
        loss(made, x, made, part=0).backward()
        optimizer_g.step()
        optimizer_c.zero_grad()
        loss(made, x, made, part=1).backward()
        optimizer_c.step()


def attached(batches):
    generator, loss = nn.Linear(8, 8), Attached()
    optimizer_g = torch.optim.Adam(generator.parameters())
    optimizer_c = torch.optim.Adam(loss.critic.parameters())
    for x in batches:
        made = generator(x)
        optimizer_g.zero_grad()
        loss(x, made, part=0).backward(retain_graph=True)
        optimizer_g.step()
        optimizer_c.zero_grad()
        loss(x, made, part=1).backward()  # finding: raises, as `optimizer_g.step()` has changed parameters
        optimizer_c.step()
