"""Numbers of steps in a file that holds the module only: more than any training has epochs."""

import lightning as L
from torch import nn, optim
from torch.optim.lr_scheduler import CosineAnnealingLR, OneCycleLR


class Bare(L.LightningModule):
    def __init__(self):
        super().__init__()
        self.net = nn.Linear(784, 10)

    def training_step(self, batch, batch_idx):
        return self.net(batch).mean()


class ByEpoch(Bare):
    def configure_optimizers(self):
        optimizer = optim.SGD(self.parameters(), lr=0.1)
        scheduler = OneCycleLR(optimizer, 0.1, total_steps=10_000)  # suspected: Lightning steps it once per epoch
        return {"optimizer": optimizer, "lr_scheduler": {"scheduler": scheduler, "interval": "epoch"}}


class ByStep(Bare):
    def configure_optimizers(self):
        optimizer = optim.SGD(self.parameters(), lr=0.1)
        scheduler = OneCycleLR(optimizer, 0.1, total_steps=10_000)
        return {"optimizer": optimizer, "lr_scheduler": {"scheduler": scheduler, "interval": "step"}}


class MayBeEpochs(Bare):
    def configure_optimizers(self):
        optimizer = optim.SGD(self.parameters(), lr=0.1)
        return [optimizer], [CosineAnnealingLR(optimizer, 1_000)]
