"""Lightning turns gradients off around validation, test and predict."""

import lightning as L
import torch
from torch import nn
from torch.nn import functional as F


class Classifier(L.LightningModule):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(8, 3)

    def forward(self, inputs):
        return self.body(inputs)

    def training_step(self, batch, batch_index):
        inputs, labels = batch
        return F.cross_entropy(self(inputs), labels)

    def validation_step(self, batch, batch_index):
        return self.score(batch, "validation")

    def test_step(self, batch, batch_index):
        return self.score(batch, "test")

    def predict_step(self, batch, batch_index):
        self.eval()
        return self(batch[0]).argmax(1)

    def score(self, batch, stage):
        inputs, labels = batch
        logits = self(inputs)
        self.log(f"{stage}_accuracy", (logits.argmax(1) == labels).float().mean())

    def on_validation_epoch_end(self):
        self.body.eval()
        self.log("zero", self.body(torch.zeros(1, 8)).mean())

    def configure_optimizers(self):
        return torch.optim.Adam(self.parameters())


class SharedStep(L.LightningModule):
    """One method for both: its gradients are wanted in training, and off in validation."""

    def __init__(self):
        super().__init__()
        self.body = nn.Linear(8, 3)

    def forward(self, inputs):
        return self.body(inputs)

    def _shared_step(self, batch, stage):
        inputs, labels = batch
        logits = self(inputs)
        loss = F.cross_entropy(logits, labels)
        self.log(f"{stage}_accuracy", (logits.argmax(1) == labels).float().mean())
        return loss

    def training_step(self, batch, batch_index):
        return self._shared_step(batch, "train")

    def validation_step(self, batch, batch_index):
        self._shared_step(batch, "validation")

    def configure_optimizers(self):
        return torch.optim.Adam(self.parameters())
