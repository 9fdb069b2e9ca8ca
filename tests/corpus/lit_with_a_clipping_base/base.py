"""What all models of this project have in common."""

import torch
from lightning import LightningModule
from torch import nn


class Base(LightningModule):
    def __init__(self, limit=1.0):
        super().__init__()
        self.limit = limit
        self.net = nn.Sequential(nn.Linear(8, 64), nn.ReLU(), nn.Linear(64, 8))

    def limit_gradients(self):
        if self.limit is not None:
            nn.utils.clip_grad_norm_(self.net.parameters(), self.limit)

    def gradient_norm(self):
        return nn.utils.clip_grad_norm_(self.net.parameters(), float("inf"))

    def configure_optimizers(self):
        return torch.optim.Adam(self.parameters())
