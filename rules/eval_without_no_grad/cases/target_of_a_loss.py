"""Half of a loss needs no gradients: the function as a whole does, and must not be decorated."""

import torch
from torch import nn


class Control:
    def __init__(self):
        self.moving = nn.Linear(4, 2)
        self.target = nn.Linear(4, 2)
        self.optimizer = torch.optim.Adam(self.moving.parameters())

    def loss(self, states, following, rewards):
        values = self.moving(states).max(1)[0]
        output = self.target(following)  # finding: it under `with torch.no_grad():`
        wanted = output.max(1)[0].detach()
        return nn.functional.mse_loss(values, rewards + 0.9 * wanted)

    def optimize(self, batch):
        loss = self.loss(*batch)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return loss.item()
