"""A model that is evaluated beside another one, which callers may train with what the function returns."""

import torch
from elsewhere import make_policy
from torch import nn


class Actor(nn.Module):
    def __init__(self):
        super().__init__()
        self.mean = nn.Linear(4, 2)

    def forward(self, obs):
        return self.mean(obs)

    def evaluate_actions(self, obs):
        return self.mean(obs)


class Trainer:
    def __init__(self, steps):
        self.policy, self.steps = make_policy(), steps

    def divergence(self, obs, new_actor, old_actor):
        mean = new_actor.evaluate_actions(obs)
        before = old_actor.evaluate_actions(obs)  # finding: it under `with torch.no_grad():`
        if mean.grad_fn is None:
            return mean
        return (before.detach() - mean).pow(2)

    def update(self, rows):
        old_actor = Actor()
        old_actor.load_state_dict(torch.load("old.pt"))
        for obs in rows:
            kl = self.divergence(obs, new_actor=self.policy, old_actor=old_actor)
            if kl.mean() < 0.1:
                break


class Reader:
    def read(self, obs, actor):
        return actor.evaluate_actions(obs).detach()  # finding: decorate `read` with `@torch.no_grad()`

    def run(self, rows):
        actor = Actor()
        actor.load_state_dict(torch.load("old.pt"))
        for obs in rows:
            print(self.read(obs, actor))
