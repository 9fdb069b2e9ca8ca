"""A class that optimizes by hand, and clears gradients."""

import lightning as L
import torch
from torch import nn


class ByHand(L.LightningModule):
    def __init__(self):
        super().__init__()
        self.automatic_optimization = False
        self.layer = nn.Linear(4, 1)

    def training_step(self, batch, batch_idx):
        optimizer = self.optimizers()
        optimizer.zero_grad()
        self.manual_backward(self.layer(batch).mean())
        optimizer.step()

    def configure_optimizers(self):
        return torch.optim.Adam(self.parameters())
