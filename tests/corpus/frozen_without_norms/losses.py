"""A loss by the features of a model that others have trained."""

from torch import nn
from torchvision import models


class Perceived(nn.Module):
    def __init__(self):
        super().__init__()
        self.features = models.resnet18(weights="DEFAULT").eval().requires_grad_(False)

    def forward(self, images, others):
        return (self.features(images) - self.features(others)).square().mean()
