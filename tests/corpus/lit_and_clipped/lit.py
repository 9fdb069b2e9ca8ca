"""A LightningModule that clips where no gradient of this step is there yet, and one that leaves it to its trainer."""

import torch
from lightning import LightningModule, Trainer
from torch import nn


class Denoiser(LightningModule):
    def __init__(self, width=16):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(width, 64), nn.SiLU(), nn.Linear(64, width))

    def training_step(self, batch, batch_idx):
        noise = torch.randn_like(batch)
        loss = nn.functional.mse_loss(self.net(batch + noise), noise)
        nn.utils.clip_grad_value_(self.net.parameters(), 0.5)  # finding: runs before the framework calls `backward()`
        self.log("loss", loss)
        return loss

    def configure_optimizers(self):
        return torch.optim.AdamW(self.parameters())


class LeftToTheTrainer(Denoiser):
    def training_step(self, batch, batch_idx):
        noise = torch.randn_like(batch)
        return nn.functional.mse_loss(self.net(batch + noise), noise)


def main(data):
    Trainer(gradient_clip_val=0.5).fit(LeftToTheTrainer(), data)
