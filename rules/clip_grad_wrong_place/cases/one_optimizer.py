"""The loop steps one optimizer, which is made of the model somewhere else."""

import torch
import torch.nn.functional as F
from elsewhere import find_model
from torch import nn


class Fitter:
    def __init__(self, name):
        self.name = name

    def prepare(self, model):
        if self.name == "adam":
            self.optimizer = torch.optim.Adam(model.parameters())
        else:
            self.optimizer = torch.optim.SGD(model.parameters(), lr=0.1)

    def run(self, model, rows):
        for x, y in rows:
            self.optimizer.zero_grad()
            F.mse_loss(model(x), y).backward()
            self.optimizer.step()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)  # finding: that `step()` has already applied

    def run_with_limit(self, model, rows):
        for x, y in rows:
            self.optimizer.zero_grad()
            F.mse_loss(model(x), y).backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            self.optimizer.step()

    def run_with_critic(self, model, critic, rows):
        for x, y in rows:
            self.optimizer.zero_grad()
            self.critic_optimizer.zero_grad()
            F.mse_loss(model(x) + critic(x), y).backward()
            self.optimizer.step()
            nn.utils.clip_grad_norm_(critic.parameters(), 1.0)
            self.critic_optimizer.step()

    def prepare_critic(self, critic):
        self.critic_optimizer = torch.optim.Adam(critic.parameters())


def main(name, rows):
    fitter = Fitter(name)
    model = find_model(name)
    fitter.prepare(model)
    fitter.run(model, rows)
