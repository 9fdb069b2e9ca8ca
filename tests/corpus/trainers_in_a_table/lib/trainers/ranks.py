"""Learns ranks."""

from torch import nn
from trainers.trainer import Trainer


class RankLoss(nn.Module):
    def forward(self, outputs, batch):
        loss = (outputs["scores"] - batch["rank"]).abs().mean()
        return loss, {"loss": loss}


class Ranks(Trainer):
    def loss_of(self, settings):
        return RankLoss()
