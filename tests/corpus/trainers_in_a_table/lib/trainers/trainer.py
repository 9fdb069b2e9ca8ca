"""What all trainers share: the steps, and who evaluates."""

import torch
from torch import nn


class WithLoss(nn.Module):
    def __init__(self, model, loss):
        super().__init__()
        self.model, self.loss = model, loss

    def forward(self, batch):
        outputs = self.model(batch["image"])
        loss, losses = self.loss(outputs, batch)
        return loss, losses  # suspected: returns 2 different things


class Trainer:
    def __init__(self, settings, model, optimizer):
        self.settings, self.optimizer = settings, optimizer
        self.network = WithLoss(model, self.loss_of(settings))

    def loss_of(self, settings):
        raise NotImplementedError

    def run(self, phase, epoch, loader):
        network = self.network
        if phase == "train":
            network.train()
        else:
            network.eval()
        total = 0.0
        for batch in loader:
            loss, losses = network(batch)
            if phase == "train":
                self.optimizer.zero_grad()
                loss.backward()
                self.optimizer.step()
            total += losses["loss"].item()
        return total / len(loader)

    def train(self, epoch, loader):
        return self.run("train", epoch, loader)

    def validate(self, epoch, loader):
        return self.run("validate", epoch, loader)  # finding: `run` evaluates `network` with gradients enabled

    @torch.no_grad()
    def measure(self, loader):
        return self.run("validate", 0, loader)
