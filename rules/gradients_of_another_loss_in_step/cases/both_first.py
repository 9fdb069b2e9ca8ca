"""Both losses are differentiated before either optimizer steps: two terms of one loss, or a mistake."""

import torch
from torch import nn
from torch.nn import functional as F


def mixed(rounds):
    actor, critic = nn.Linear(4, 2), nn.Linear(2, 1)
    actor_opt = torch.optim.Adam(actor.parameters())
    critic_opt = torch.optim.Adam(critic.parameters())
    for _ in range(rounds):
        actor_opt.zero_grad()
        critic_opt.zero_grad()
        state, action, value = torch.randn(6, 4), torch.randn(6, 2), torch.randn(6, 1)
        actor_loss = -critic(actor(state)).mean()
        critic_loss = F.mse_loss(critic(action), value)
        actor_loss.backward()
        critic_loss.backward()  # suspected: `critic_loss.backward()` adds to the gradients that
        actor_opt.step()
        critic_opt.step()


def the_other_way(rounds):
    actor, critic = nn.Linear(4, 2), nn.Linear(2, 1)
    actor_opt = torch.optim.Adam(actor.parameters())
    critic_opt = torch.optim.Adam(critic.parameters())
    for _ in range(rounds):
        actor_opt.zero_grad()
        critic_opt.zero_grad()
        state, action, value = torch.randn(6, 4), torch.randn(6, 2), torch.randn(6, 1)
        actor_loss = -critic(actor(state)).mean()
        critic_loss = F.mse_loss(critic(action), value)
        critic_loss.backward()
        actor_loss.backward()  # suspected: `actor_loss.backward()` adds gradients that `critic_opt.step()` applies
        actor_opt.step()
        critic_opt.step()


def frozen_by_name(rounds, freeze):
    actor, critic = nn.Linear(4, 2), nn.Linear(2, 1)
    actor_opt = torch.optim.Adam(actor.parameters())
    critic_opt = torch.optim.Adam(critic.parameters())
    for _ in range(rounds):
        actor_opt.zero_grad()
        critic_opt.zero_grad()
        state, action, value = torch.randn(6, 4), torch.randn(6, 2), torch.randn(6, 1)
        getattr(critic, freeze)(False)
        actor_loss = -critic(actor(state)).mean()
        getattr(critic, freeze)(True)
        critic_loss = F.mse_loss(critic(action), value)
        actor_loss.backward()
        critic_loss.backward()  # suspected: `critic_loss.backward()` adds to the gradients that  # refuted
        actor_opt.step()
        critic_opt.step()


mixed(3)
the_other_way(3)
frozen_by_name(3, "requires_grad_")
