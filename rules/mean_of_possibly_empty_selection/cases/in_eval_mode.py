"""What a model gives in training, and in eval mode alone."""

import torch
from torch import nn


class Segmenter(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Conv2d(3, 2, 1)

    def forward(self, images, labels):
        scores = self.layer(images)[:, 0]
        mask = scores > 0.5
        if self.training:
            return torch.mean((scores - labels)[mask])  # finding: can be empty, which makes the loss NaN
        return torch.mean(scores[mask])
