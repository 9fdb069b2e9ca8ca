"""What a step of a LightningModule puts into a list of the module is still there at the next step."""

import lightning as L
import torch
from torch import nn
from torch.nn import functional as F

kept_losses = []
kept_numbers = []
kept_logits = []


class Regressor(L.LightningModule):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(8, 1)

    def forward(self, inputs):
        return self.body(inputs)

    def training_step(self, batch, batch_index):
        inputs, wanted = batch
        parts = []
        for power in (1, 2):
            parts.append((self(inputs) - wanted).abs().pow(power).mean())
        loss = torch.stack(parts).sum()
        kept_losses.append(loss)  # finding: `kept_losses` keeps the graph
        kept_numbers.append(loss.item())
        return loss

    def validation_step(self, batch, batch_index):
        inputs, wanted = batch
        logits = self(inputs)
        kept_logits.append(logits)
        return F.mse_loss(logits, wanted)

    def configure_optimizers(self):
        return torch.optim.Adam(self.parameters())
