"""A discriminator that gets its sigmoid at the end of `__init__`, unless it is asked for a Wasserstein score."""

import torch
import torch.nn as nn


class Discriminator(nn.Module):
    def __init__(self, wasserstein=False):
        super().__init__()
        self.model = nn.Sequential(nn.Linear(16, 8), nn.LeakyReLU(0.2), nn.Linear(8, 1))
        if not wasserstein:
            self.model = nn.Sequential(self.model, nn.Sigmoid())

    def forward(self, image):
        return self.model(image.flatten(1))


def step(real, wasserstein=False):
    discriminator = Discriminator(wasserstein)
    score = discriminator(real)
    if wasserstein:
        return -score.mean()
    return nn.BCELoss()(score, torch.ones_like(score))  # finding: sigmoid
