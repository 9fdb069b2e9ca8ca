"""Schedulers that methods and functions make for configure_optimizers."""

import lightning as L
import torch
from torch import nn


def one_cycle(optimizer, steps, rate=0.1):
    return torch.optim.lr_scheduler.OneCycleLR(optimizer, rate, total_steps=steps)


class Base(L.LightningModule):
    def __init__(self):
        super().__init__()
        self.net = nn.Linear(8, 4)

    def training_step(self, batch, _):
        x, y = batch
        return nn.functional.cross_entropy(self.net(x), y)

    def schedule(self, optimizer):
        steps = self.trainer.estimated_stepping_batches
        return torch.optim.lr_scheduler.OneCycleLR(optimizer, 0.1, total_steps=steps)  # finding: counts batches


class ByMethod(Base):
    def configure_optimizers(self):
        optimizer = torch.optim.SGD(self.parameters(), lr=0.1)
        return [optimizer], [self.schedule(optimizer)]


class ByFunction(Base):
    def configure_optimizers(self):
        optimizer = torch.optim.SGD(self.parameters(), lr=0.1)
        scheduler = one_cycle(optimizer, self.trainer.estimated_stepping_batches)  # finding: counts batches
        return {"optimizer": optimizer, "lr_scheduler": {"scheduler": scheduler, "interval": "epoch"}}


class InBatches(Base):
    def configure_optimizers(self):
        optimizer = torch.optim.SGD(self.parameters(), lr=0.1)
        scheduler = one_cycle(optimizer, self.trainer.estimated_stepping_batches)
        return {"optimizer": optimizer, "lr_scheduler": {"scheduler": scheduler, "interval": "step"}}


class InEpochs(Base):
    def configure_optimizers(self):
        optimizer = torch.optim.SGD(self.parameters(), lr=0.1)
        return [optimizer], [one_cycle(optimizer, self.trainer.max_epochs)]
