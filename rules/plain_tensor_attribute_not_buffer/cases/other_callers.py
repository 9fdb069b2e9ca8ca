"""Methods that a forward comes to call, and that other methods call with something else."""

import torch
from torch import nn


class Perceptual(nn.Module):
    def __init__(self):
        super().__init__()
        self.mean = torch.tensor([0.5, 0.4, 0.3]).view(1, -1, 1, 1)  # finding: `self.mean` does not move with the model
        self.offset = torch.tensor([0.5, 0.4, 0.3]).view(1, -1, 1, 1)
        self.layer = nn.Conv2d(3, 8, 3)

    def normalized(self, x):
        return x - self.mean

    def shifted(self, x):
        return x - self.offset

    def losses(self, images, targets):
        return [self.layer(self.normalized(images)) - self.layer(self.normalized(targets))]

    def forward(self, images, targets):
        return torch.stack(self.losses(images, targets)).square().sum()

    def features(self, images):
        return self.layer(self.normalized(images))

    def preview(self, image):
        return self.shifted(image)


print(Perceptual()(torch.rand(1, 3, 8, 8), torch.rand(1, 3, 8, 8)))
