"""Lightning calls `training_step` for each batch with gradients, and the other steps without."""

import lightning as L
import torch
from torch import nn
from torch.nn import functional as F


class Classifier(L.LightningModule):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(8, 3)
        self.training_losses = []
        self.validation_logits = []

    def forward(self, inputs):
        return self.body(inputs)

    def training_step(self, batch, batch_index):
        inputs, labels = batch
        loss = F.cross_entropy(self(inputs), labels)
        self.training_losses.append(loss)  # finding: `self.training_losses` keeps the graph
        return loss

    def on_train_epoch_end(self):
        self.log("epoch_loss", torch.stack(self.training_losses).mean())
        self.training_losses.clear()

    def validation_step(self, batch, batch_index):
        inputs, labels = batch
        logits = self(inputs)
        self.validation_logits.append(logits)
        return F.cross_entropy(logits, labels)

    def predict_step(self, batch, batch_index):
        self.validation_logits.append(self(batch[0]))

    def configure_optimizers(self):
        return torch.optim.Adam(self.parameters())
