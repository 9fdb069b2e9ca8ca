"""`self.log` detaches what it is given; validation runs without gradients."""

import lightning as L
import torch
from torch import nn
from torch.nn import functional as F


class Classifier(L.LightningModule):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(8, 3)
        self.validation_loss = 0.0

    def forward(self, inputs):
        return self.body(inputs)

    def training_step(self, batch, batch_index):
        inputs, labels = batch
        logits = self(inputs)
        loss = F.cross_entropy(logits, labels)
        loss += 0.01 * logits.square().mean()
        self.log("loss", loss, on_epoch=True)
        return loss

    def validation_step(self, batch, batch_index):
        inputs, labels = batch
        self.validation_loss += F.cross_entropy(self(inputs), labels)

    def on_validation_epoch_end(self):
        self.log("validation_loss", self.validation_loss)
        self.validation_loss = 0.0

    def configure_optimizers(self):
        return torch.optim.Adam(self.parameters())
