"""PyTorch Lightning turns gradients off around a LightningModule's validation, test and prediction steps."""

import pytorch_lightning as pl
import torch
from torch import nn

weights = torch.tensor([0.1, 0.2, 0.3], requires_grad=True)


class Lit(pl.LightningModule):
    def __init__(self):
        super().__init__()
        self.net = nn.Linear(3, 1)
        self.criterion = nn.BCEWithLogitsLoss()

    def forward(self, x):
        return torch.sigmoid(self.net(x))

    def training_step(self, batch, index):
        x, y = batch
        reveal(self(x))  # tensor, grad, sigmoid
        loss = self.criterion(self.net(x), y)
        reveal(loss)  # tensor, grad
        return loss

    def validation_step(self, batch, index):
        reveal(self(batch))  # tensor, no grad, sigmoid
        reveal(self.shared(batch))  # tensor, no grad

    def test_step(self, batch, index):
        reveal(self.net(batch))  # tensor, no grad

    def shared(self, batch):
        return self.net(batch)

    def configure_optimizers(self):
        optimizer = torch.optim.Adam(self.parameters())
        reveal(optimizer)  # optimizer, torch.optim.Adam
        return optimizer
