"""A function that is not seen makes an iterable of the loader and something else."""

import torch
from somewhere import CarDataset, mix
from torch import nn
from torch.utils.data import DataLoader


class Experiment:
    loader: DataLoader

    def __init__(self):
        self.model = nn.Conv2d(3, 1, 3)
        self.loader = DataLoader(CarDataset("train"), 8, shuffle=True, pin_memory=True)  # finding: `self.loader` loads
        self.samples = DataLoader(CarDataset("test"), 8)
        self.optimizer = torch.optim.Adam(self.model.parameters())

    def sample(self):
        with torch.no_grad():
            return [self.model(images) for images, _ in self.samples]

    def train(self):
        for _, (images, masks) in mix(("train", self.loader), (self.sample, list(range(50)))):
            self.optimizer.zero_grad()
            loss = nn.functional.binary_cross_entropy_with_logits(self.model(images), masks)
            loss.backward()
            self.optimizer.step()


Experiment().train()
