"""A number of steps that is written is one of batches, if it is far larger than the number of epochs."""

import lightning as L
from torch import nn, optim
from torch.optim.lr_scheduler import CosineAnnealingLR, OneCycleLR

STEPS = 40 * 250


class Bare(L.LightningModule):
    def __init__(self):
        super().__init__()
        self.net = nn.Linear(784, 10)

    def training_step(self, batch, batch_idx):
        return self.net(batch).mean()


class ByNumber(Bare):
    def configure_optimizers(self):
        optimizer = optim.SGD(self.parameters(), lr=0.1)
        scheduler = OneCycleLR(optimizer, 0.1, total_steps=10_000)  # suspected: Lightning steps it once per epoch
        return [optimizer], [scheduler]


class ByConstant(Bare):
    def configure_optimizers(self):
        optimizer = optim.SGD(self.parameters(), lr=0.1)
        return [optimizer], [CosineAnnealingLR(optimizer, STEPS)]  # suspected: Lightning steps it once per epoch


class PerStep(Bare):
    def configure_optimizers(self):
        optimizer = optim.SGD(self.parameters(), lr=0.1)
        scheduler = OneCycleLR(optimizer, 0.1, total_steps=10_000)
        return [optimizer], [{"scheduler": scheduler, "interval": "step"}]


class HalfAWave(Bare):
    def configure_optimizers(self):
        optimizer = optim.SGD(self.parameters(), lr=0.1)
        return [optimizer], [CosineAnnealingLR(optimizer, 80)]


trainer = L.Trainer(max_epochs=40)
