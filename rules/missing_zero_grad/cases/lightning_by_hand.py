"""Lightning clears gradients itself, unless the class optimizes by hand."""

import lightning as L
import torch
from torch import nn


class ByHand(L.LightningModule):
    def __init__(self):
        super().__init__()
        self.automatic_optimization = False
        self.generator, self.critic = nn.Linear(4, 4), nn.Linear(4, 1)

    def training_step(self, batch, batch_idx):
        first, second = self.optimizers()
        made = self.generator(batch)
        self.manual_backward(self.critic(made.detach()).mean() - self.critic(batch).mean())
        second.step()  # finding: as manual optimization clears none; call `second.zero_grad()`
        self.manual_backward(-self.critic(made).mean())
        first.step()  # finding: as manual optimization clears none; call `first.zero_grad()`

    def configure_optimizers(self):
        return torch.optim.Adam(self.generator.parameters()), torch.optim.Adam(self.critic.parameters())


class Automatic(L.LightningModule):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 1)

    def training_step(self, batch, batch_idx):
        return self.layer(batch).mean()

    def configure_optimizers(self):
        return torch.optim.Adam(self.parameters())
