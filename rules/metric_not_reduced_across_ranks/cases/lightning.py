"""What a LightningModule logs of an evaluation in several processes."""

import torch
import torch.nn.functional as F
from lightning import LightningModule, Trainer
from torch import nn
from torchmetrics import Accuracy


class Classifier(LightningModule):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 2)
        self.right = Accuracy(task="binary")

    def training_step(self, batch, batch_idx):
        loss = F.cross_entropy(self.layer(batch[0]), batch[1])
        self.log("train/loss", loss)
        return loss

    def validation_step(self, batch, batch_idx):
        scores = self.layer(batch[0])
        self.right(scores, batch[1])
        self.log("val/right", self.right)
        loss = F.cross_entropy(scores, batch[1])
        self.log("val/first", loss, rank_zero_only=True)
        self.log("val/loss", loss)  # suspected: averages this rank's share of the data; pass `sync_dist=True` to get
        self.shared(scores)

    def shared(self, scores):
        self.log_dict({"val/mean": scores.mean()})  # suspected: averages this rank's share of the data

    def test_step(self, batch, batch_idx):
        loss = F.cross_entropy(self.layer(batch[0]), batch[1])
        self.log("test/loss", loss, sync_dist=True)

    def on_test_epoch_end(self):
        known = self.right.compute()
        self.log("test/right", known)


class Gathering(LightningModule):
    def validation_step(self, batch, batch_idx):
        loss = self.all_gather(batch.mean()).mean()
        self.log("val/loss", loss)


class Plain(nn.Module):
    def log(self, name, value):
        print(name, value)

    def validation_step(self, batch):
        self.log("loss", batch.mean())


def main(loader, held_out):
    torch.manual_seed(0)
    trainer = Trainer(strategy="ddp", devices=2)
    trainer.fit(Classifier(), loader, held_out)
