"""Critics that are given, or trained by an optimizer of their own: a run tells what their gradients do."""

import torch
import torch.nn.functional as F
from torch import nn
from torch.distributions import Categorical

critic, actor = nn.Linear(4, 1), nn.Linear(4, 2)
both = torch.optim.Adam([*actor.parameters(), *critic.parameters()], lr=0.01)
of_critic = torch.optim.Adam(critic.parameters(), lr=0.01)
of_actor = torch.optim.Adam(actor.parameters(), lr=0.01)


def fit(q_net, optimizer, s, r, s2, gamma=0.9):
    loss = F.mse_loss(q_net(s), r + gamma * q_net(s2))  # finding: also flow into `q_net(s2)`
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()


def together(s, a, r):
    error = r - critic(s).squeeze(1)
    loss = -(Categorical(logits=actor(s)).log_prob(a) * error).mean()  # suspected: into `critic(s)` through
    both.zero_grad()
    loss.backward()
    both.step()


def apart(s, a, r):
    error = r - critic(s).squeeze(1)
    loss = -(Categorical(logits=actor(s)).log_prob(a) * error).mean()  # suspected: into `critic(s)`  # refuted
    of_actor.zero_grad()
    loss.backward()
    of_actor.step()
    of_critic.zero_grad()
    F.mse_loss(critic(s).squeeze(1), r).backward()
    of_critic.step()


torch.manual_seed(0)
for _ in range(3):
    s, a, r, s2 = torch.randn(8, 4), torch.randint(2, (8,)), torch.rand(8), torch.randn(8, 4)
    fit(critic, of_critic, s, r.unsqueeze(1), s2)
    together(s, a, r)
    apart(s, a, r)
