"""Lightning steps a scheduler after each epoch, unless the settings that it is returned in say otherwise."""

import lightning as L
import pytorch_lightning as pl
import torch
from torch import nn, optim
from torch.optim.lr_scheduler import CosineAnnealingLR, LinearLR, OneCycleLR, SequentialLR
from transformers import get_linear_schedule_with_warmup


class Bare(L.LightningModule):
    def __init__(self, epochs, train_loader):
        super().__init__()
        self.net = nn.Linear(784, 10)
        self.epochs, self.train_loader = epochs, train_loader

    def training_step(self, batch, batch_idx):
        x, y = batch
        return nn.functional.cross_entropy(self.net(x), y)


class InSettings(Bare):
    def configure_optimizers(self):
        optimizer = optim.SGD(self.parameters(), lr=0.1)
        total = self.trainer.estimated_stepping_batches
        scheduler = OneCycleLR(  # finding: Lightning steps it once per epoch
            optimizer, max_lr=0.1, total_steps=self.trainer.estimated_stepping_batches
        )
        return {"optimizer": optimizer, "lr_scheduler": scheduler, "monitor": f"{total}"}


class InLists(Bare):
    def configure_optimizers(self):
        optimizer = optim.SGD(self.parameters(), lr=0.1)
        scheduler = OneCycleLR(  # finding: Lightning steps it once per epoch
            optimizer, 0.1, epochs=self.epochs, steps_per_epoch=self.steps
        )
        return [optimizer], [scheduler]


class InTheirDict(pl.LightningModule):
    def training_step(self, batch, batch_idx):
        return self.net(batch).mean()

    def configure_optimizers(self):
        optimizer = optim.AdamW(self.parameters())
        config = {
            "scheduler": get_linear_schedule_with_warmup(  # finding: Lightning steps it once per epoch
                optimizer, 100, self.trainer.max_epochs * len(self.train_dataloader())
            ),
            "name": "lr",
        }
        return [optimizer], [config]


class PerStep(Bare):
    def configure_optimizers(self):
        optimizer = optim.SGD(self.parameters(), lr=0.1)
        scheduler = OneCycleLR(optimizer, 0.1, total_steps=self.trainer.estimated_stepping_batches)
        return {"optimizer": optimizer, "lr_scheduler": {"scheduler": scheduler, "interval": "step"}}


class PerStepLater(Bare):
    def configure_optimizers(self):
        optimizer = optim.SGD(self.parameters(), lr=0.1)
        scheduler = {"scheduler": OneCycleLR(optimizer, 0.1, epochs=9, steps_per_epoch=len(self.train_loader))}
        scheduler["interval"] = "step"
        return [optimizer], [scheduler]


class OtherSettings(Bare):
    def configure_optimizers(self):
        optimizer = optim.SGD(self.parameters(), lr=0.1)
        scheduler = OneCycleLR(optimizer, 0.1, epochs=9, steps_per_epoch=len(self.train_loader))
        return [optimizer], [{"scheduler": scheduler, **self.how}]


class OfEpochs(Bare):
    def configure_optimizers(self):
        optimizer = optim.SGD(self.parameters(), lr=0.1)
        cycle = OneCycleLR(optimizer, 0.1, total_steps=self.trainer.max_epochs)
        cosine = CosineAnnealingLR(optimizer, T_max=self.epochs)
        one = OneCycleLR(optimizer, 0.1, epochs=self.epochs, steps_per_epoch=1)
        return [optimizer], [cycle, cosine, one]


class PartOfAnother(Bare):
    def configure_optimizers(self):
        optimizer = optim.SGD(self.parameters(), lr=0.1)
        warm = LinearLR(optimizer, 0.1, total_iters=len(self.train_loader))
        both = SequentialLR(optimizer, [warm, CosineAnnealingLR(optimizer, 9)], milestones=[5])
        return {"optimizer": optimizer, "lr_scheduler": {"scheduler": both, "interval": "step"}}


class ByHand(Bare):
    def __init__(self):
        super().__init__(9, [])
        self.automatic_optimization = False

    def training_step(self, batch, batch_idx):
        self.lr_schedulers().step()

    def configure_optimizers(self):
        optimizer = optim.SGD(self.parameters(), lr=0.1)
        return [optimizer], [OneCycleLR(optimizer, 0.1, epochs=9, steps_per_epoch=len(self.train_loader))]


class NotLightning:
    def configure_optimizers(self, model: nn.Module, train_loader):
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        return optimizer, OneCycleLR(optimizer, 0.1, epochs=9, steps_per_epoch=len(train_loader))
