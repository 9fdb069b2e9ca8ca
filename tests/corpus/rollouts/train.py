"""Plays, then learns from what was saved, then throws it away."""

import torch

from agent import Policy
from learning import finish


class World:
    def reset(self):
        return torch.randn(4)

    def step(self, action):
        return torch.randn(4), 1.0, torch.rand(1).item() < 0.1


policy, world = Policy(), World()
optimizer = torch.optim.Adam(policy.parameters())
for episode in range(3):
    state, done = world.reset(), False
    while not done:
        state, reward, done = world.step(policy.act(state))
        policy.rewards.append(reward)
    finish(policy, optimizer)
