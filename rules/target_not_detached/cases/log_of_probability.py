"""Actor-critic with the logarithm of the probability of an action written out."""

import torch
import torch.nn.functional as F
from torch import nn


class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.body, self.actor, self.critic = nn.Linear(4, 16), nn.Linear(16, 2), nn.Linear(16, 1)

    def forward(self, x):
        hidden = F.relu(self.body(x))
        return F.log_softmax(self.actor(hidden), -1), self.critic(hidden)


def update(policy, optimizer, states, actions, returns):
    scores, values = policy(states)
    values = values.squeeze(-1)
    advantage = returns - values
    logp = scores.gather(1, actions[:, None]).squeeze(1)
    loss = -(logp * advantage).mean() + F.mse_loss(values, returns)  # suspected: detach
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()


def update_detached(policy, optimizer, states, actions, returns):
    scores, values = policy(states)
    values = values.squeeze(-1)
    advantage = (returns - values).detach()
    logp = scores.gather(1, actions[:, None]).squeeze(1)
    loss = -(logp * advantage).mean() + F.mse_loss(values, returns)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()


policy = Policy()
optimizer = torch.optim.Adam(policy.parameters())
for _ in range(3):
    update(policy, optimizer, torch.randn(5, 4), torch.randint(0, 2, (5,)), torch.randn(5))
    update_detached(policy, optimizer, torch.randn(5, 4), torch.randint(0, 2, (5,)), torch.randn(5))
