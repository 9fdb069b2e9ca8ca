"""Lengths that are computed before, and settings that say when Lightning steps."""

import lightning as L
from torch import nn, optim
from torch.optim.lr_scheduler import CosineAnnealingLR, LambdaLR, OneCycleLR


class Bare(L.LightningModule):
    def __init__(self, epochs, train_loader):
        super().__init__()
        self.net = nn.Linear(784, 10)
        self.epochs, self.train_loader = epochs, train_loader
        self.total = epochs * len(train_loader)

    def training_step(self, batch, batch_idx):
        x, y = batch
        return nn.functional.cross_entropy(self.net(x), y)


class ByName(Bare):
    def configure_optimizers(self):
        optimizer = optim.SGD(self.parameters(), lr=0.1)
        steps = self.trainer.estimated_stepping_batches
        scheduler = CosineAnnealingLR(optimizer, T_max=steps)  # finding: Lightning steps it once per epoch
        return [optimizer], [scheduler]


class ByAttribute(L.LightningModule):
    def __init__(self, epochs, train_loader):
        super().__init__()
        self.net = nn.Linear(784, 10)
        self.steps = epochs * len(train_loader)

    def training_step(self, batch, batch_idx):
        return self.net(batch).mean()

    def configure_optimizers(self):
        optimizer = optim.SGD(self.parameters(), lr=0.1)
        scheduler = OneCycleLR(optimizer, 0.1, total_steps=self.steps)  # finding: Lightning steps it once per epoch
        return {"optimizer": optimizer, "lr_scheduler": {"scheduler": scheduler, "monitor": "loss"}}


class SaysEpoch(Bare):
    def configure_optimizers(self):
        optimizer = optim.SGD(self.parameters(), lr=0.1)
        steps = self.epochs * len(self.train_loader)
        scheduler = OneCycleLR(optimizer, 0.1, total_steps=steps)  # finding: Lightning steps it once per epoch
        return {"optimizer": optimizer, "lr_scheduler": {"scheduler": scheduler, "interval": "epoch"}}


class ByFunction(Bare):
    def configure_optimizers(self):
        optimizer = optim.SGD(self.parameters(), lr=0.1)
        steps = self.trainer.estimated_stepping_batches

        def rate(step):
            return max(0.0, 1.0 - step / steps)

        return [optimizer], [LambdaLR(optimizer, rate)]  # finding: Lightning steps it once per epoch


class ByFunctionPerStep(Bare):
    def configure_optimizers(self):
        optimizer = optim.SGD(self.parameters(), lr=0.1)
        steps = self.trainer.estimated_stepping_batches
        scheduler = LambdaLR(optimizer, lambda step: 1.0 - step / steps)
        return [optimizer], [{"scheduler": scheduler, "interval": "step"}]


class Reverse(Bare):
    def configure_optimizers(self):
        optimizer = optim.SGD(self.parameters(), lr=0.1)
        scheduler = CosineAnnealingLR(optimizer, T_max=self.trainer.max_epochs)  # finding: counts epochs
        return {"optimizer": optimizer, "lr_scheduler": {"scheduler": scheduler, "interval": "step"}}


class ReverseLater(Bare):
    def configure_optimizers(self):
        optimizer = optim.SGD(self.parameters(), lr=0.1)
        settings = {"scheduler": LambdaLR(optimizer, lambda n: 1 - n / self.epochs)}  # finding: counts epochs
        settings["interval"] = "step"
        return [optimizer], [settings]


class PerEpoch(Bare):
    def configure_optimizers(self):
        optimizer = optim.SGD(self.parameters(), lr=0.1)
        epochs = self.trainer.max_epochs
        cosine, linear = CosineAnnealingLR(optimizer, T_max=epochs), LambdaLR(optimizer, lambda n: 1 - n / epochs)
        return [optimizer], [{"scheduler": cosine, "interval": "epoch"}, linear]


class Often(Bare):
    """Each 100 steps are as good as an epoch, perhaps."""

    def configure_optimizers(self):
        optimizer = optim.SGD(self.parameters(), lr=0.1)
        scheduler = CosineAnnealingLR(optimizer, T_max=self.epochs)
        return [optimizer], [{"scheduler": scheduler, "interval": "step", "frequency": 100}]


class Product(Bare):
    def configure_optimizers(self):
        optimizer = optim.SGD(self.parameters(), lr=0.1)
        scheduler = CosineAnnealingLR(optimizer, T_max=self.epochs * 100)
        return [optimizer], [{"scheduler": scheduler, "interval": "step"}]
