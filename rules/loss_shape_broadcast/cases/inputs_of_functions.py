"""How many dimensions a function's result has follows from what the call gives it."""

import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.data import DataLoader


class ActorCritic(nn.Module):
    def __init__(self, features, actions):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(features, 64), nn.ReLU())
        self.policy = nn.Linear(64, actions)
        self.critic = nn.Linear(64, 1)

    def forward(self, x):
        hidden = self.body(x)
        return self.policy(hidden), self.critic(hidden)

    def value(self, x):
        return self.critic(self.body(x))


net = ActorCritic(4, 2)


def of_rows(states, returns):
    states, returns = torch.tensor(states).view(-1, 4), torch.tensor(returns).view(-1)
    logits, values = net(states)
    loss = F.mse_loss(values, returns)  # finding: `values` (N, 1) and `returns` (N,) broadcast to (N, N), all outputs
    loss = loss + F.mse_loss(net.value(states), returns)  # finding: `net.value(states)` (N, 1) and `returns` (N,)
    return loss + F.mse_loss(values.squeeze(-1), returns), logits


def of_batches(loader: DataLoader):
    for states, returns in loader:
        _, values = net(states)
        yield F.mse_loss(values, returns.view(-1))  # finding: `values` (N, 1) and `returns.view(-1)` (N,) broadcast to


def of_one_state(returns):
    state = torch.tensor([0.1, 0.2, 0.3, 0.4])
    _, value = net(state)
    return F.mse_loss(value, torch.tensor(returns).view(-1)), F.mse_loss(net.value(state), returns.view(-1))


def of_anything(states, returns):
    return F.mse_loss(net.value(states), torch.tensor(returns).view(-1))
