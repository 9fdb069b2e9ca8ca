"""Learns classes."""

from torch import nn
from trainers.trainer import Trainer


class ClassLoss(nn.Module):
    def __init__(self):
        super().__init__()
        self.criterion = nn.CrossEntropyLoss()

    def forward(self, outputs, batch):
        loss = self.criterion(outputs["scores"], batch["label"])
        return loss, {"loss": loss}


class Classes(Trainer):
    def loss_of(self, settings):
        return ClassLoss()
