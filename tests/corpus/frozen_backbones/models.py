"""Classifiers on a backbone that is frozen when they are made: one of them looks after its statistics as well."""

from torch import nn
from torchvision import models


class Classifier(nn.Module):
    def __init__(self, classes):
        super().__init__()
        self.backbone = models.resnet18(weights="DEFAULT")
        for parameter in self.backbone.parameters():
            parameter.requires_grad = False
        self.head = nn.Linear(1000, classes)

    def forward(self, images):
        return self.head(self.backbone(images))


class Careful(Classifier):
    def __init__(self, classes):
        super().__init__(classes)
        self.body = models.resnet34(weights="DEFAULT")
        self.body.requires_grad_(False)

    def train(self, mode=True):
        super().train(mode)
        self.backbone.eval()
        self.body.eval()
        return self

    def forward(self, images):
        return self.head(self.backbone(images) + self.body(images))


class Several(Classifier):
    def __init__(self, classes):
        super().__init__(classes)
        self.stem = nn.Sequential(nn.Conv2d(3, 3, 1), nn.BatchNorm2d(3))
        for parameter in self.stem.parameters():
            parameter.requires_grad = False

    def forward(self, images):
        return super().forward(self.stem(images))


class Plain(nn.Module):
    def __init__(self, classes):
        super().__init__()
        self.backbone = models.vgg11(weights="DEFAULT")
        for parameter in self.backbone.parameters():
            parameter.requires_grad = False
        self.head = nn.Linear(1000, classes)

    def forward(self, images):
        return self.head(self.backbone(images))
