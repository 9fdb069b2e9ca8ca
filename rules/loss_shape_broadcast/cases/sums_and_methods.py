"""Outputs of shape (N, 1) that a sum, a method or a loader's batch leads to."""

import torch
from torch import nn
from torch.distributions import Normal
from torch.utils.data import DataLoader


class Actor(nn.Module):
    def __init__(self):
        super().__init__()
        self.mean = nn.Linear(4, 2)

    def act(self, x):
        normal = Normal(self.mean(x), 1.0)
        action = normal.rsample()
        return action, normal.log_prob(action).sum(1, keepdim=True)


actor, critic, value = Actor(), nn.Linear(6, 1), nn.Linear(4, 1)
x = torch.randn(8, 4)
action, log_prob = actor.act(x)
q = critic(torch.cat([x, action], 1)).view(-1)
(0.1 * log_prob - q).mean().backward()  # suspected: `0.1 * log_prob` (N, 1) and `q` (N,) broadcast to (N, N), all
same = critic(torch.cat([x, actor.act(x)[0]], 1))
(0.1 * actor.act(x)[1] - same).mean().backward()
flat = actor.act(x)[1].view(-1)
(0.1 * flat - q).mean().backward()
(nn.Linear(4, 2)(x).sum(1, keepdim=True) - q).mean().backward()  # finding: `nn.Linear(4, 2)(x).sum(1, keepdim=True)`
(value(x) - q).mean().backward()  # finding: `value(x)` (N, 1) and `q` (N,) broadcast to (N, N), all outputs by all


def train(loader: DataLoader):
    for inputs, targets in loader:
        nn.functional.mse_loss(value(inputs), targets.view(-1)).backward()  # finding: `value(inputs)` (N, 1) and
        nn.functional.mse_loss(value(inputs), targets.view(-1, 1)).backward()
        nn.functional.mse_loss(value(inputs).view(-1), targets.view(-1)).backward()
        nn.functional.mse_loss(value(inputs), targets.unsqueeze(-1)).backward()


def of_one_sample(rows: torch.Tensor):
    for row in rows:
        (value(row) - q.view(-1)).mean().backward()
