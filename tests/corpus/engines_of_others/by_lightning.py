"""A module of Lightning's that remembers what each step gave."""

import pytorch_lightning
import torch
from torch import nn


class Tagger(pytorch_lightning.LightningModule):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(12, 3)
        self.seen, self.curve = [], 0.0

    def training_step(self, batch, number):
        features, kinds = batch
        loss = nn.functional.cross_entropy(self.layer(features), kinds)
        self.seen.append(loss)  # finding: `self.seen` keeps the graph of every `loss` alive
        self.curve += loss  # finding: `self.curve` keeps the graph of every `loss` alive
        return loss

    def on_train_epoch_end(self):
        self.log("mean", torch.stack(self.seen).mean())
        self.seen.clear()

    def configure_optimizers(self):
        return torch.optim.AdamW(self.parameters())
