"""With `automatic_optimization = False`, the module differentiates and steps by itself."""

import lightning as L
import torch
from torch import nn


class Gan(L.LightningModule):
    def __init__(self):
        super().__init__()
        self.automatic_optimization = False
        self.generator = nn.Linear(4, 8)
        self.critic = nn.Linear(8, 1)
        self.scores = 0

    def training_step(self, batch, batch_idx):
        opt_g, opt_d = self.optimizers()
        reveal(opt_g)  # optimizer
        fake = self.generator(torch.randn(16, 4))
        loss = -self.critic(fake).mean()
        reveal(loss)  # tensor, grad
        opt_g.zero_grad()
        reveal(self.manual_backward(loss))  # none
        opt_g.step()
        score = self.critic(batch).mean()
        self.scores += score  # finding: `self.scores` keeps the graph
        self.log_dict({"loss": loss})

    def configure_optimizers(self):
        return torch.optim.Adam(self.generator.parameters()), torch.optim.Adam(self.critic.parameters())


class Returns(L.LightningModule):
    """What a manual step returns is not differentiated: only its numbers are kept."""

    automatic_optimization = False

    def __init__(self):
        super().__init__()
        self.net = nn.Linear(4, 1)
        self.total = 0

    def training_step(self, batch, batch_idx):
        optimizer = self.optimizers()
        reveal(optimizer)  # optimizer
        loss = self.net(batch).mean()
        optimizer.zero_grad()
        self.manual_backward(loss)
        optimizer.step()
        self.total += loss  # finding: `self.total` keeps the graph
        return self.total
