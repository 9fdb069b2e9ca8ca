"""Models that are picked from a dict: of torchvision alone, and of others as well."""

import torchvision
from torchvision.models import resnet18


def of_own(pretrained):
    return resnet18() if pretrained else None


BACKBONES = {"r18": resnet18, "r50": torchvision.models.resnet50}
OWN = {"r18": resnet18, "own": of_own}


def of_a_table(name):
    return BACKBONES[name](pretrained=True), OWN[name](pretrained=True)  # finding: use `weights="IMAGENET1K_V1"`
