"""Collects losses in two of its steps: with their graphs in one of them."""

import torch
from torch import nn

from lit.base import Base


class Classifier(Base):
    def make_net(self):
        return nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, 3))

    def training_step(self, batch, batch_idx):
        loss, output = self.shared_step(batch)
        self.log("loss", loss)
        self.training_losses.append(loss)  # finding: keeps the graph of every `loss` alive
        return loss

    def validation_step(self, batch, batch_idx):
        loss, output = self.shared_step(batch)
        self.validation_losses.append(loss)
        return {"loss": loss, "right": (output.argmax(1) == batch[1]).sum()}

    def on_validation_epoch_end(self):
        self.log("validation", torch.stack(self.validation_losses).mean())
        self.validation_losses.clear()
