"""Random views that a model makes of the batch it is given, where that is."""

import torch
from torch import nn
from torchvision import transforms


def two_looks(size):
    return transforms.Compose(
        [
            transforms.RandomResizedCrop(size=size, antialias=True),
            transforms.RandomApply([transforms.GaussianBlur(9)]),  # suspected: for each sample
        ]
    )


def one_look():
    return transforms.Compose([transforms.ColorJitter(0.5, 0.5), transforms.CenterCrop(32)])  # suspected: for each sample


class Looks(nn.Module):
    def __init__(self, transform, count):
        super().__init__()
        self.transform, self.count = transform, count

    @classmethod
    def of_one(cls):
        look = one_look()
        return cls(look, 1)

    def forward(self, images):
        return torch.cat([self.transform(images) for _ in range(self.count)])


class Blurred(nn.Module):
    """Has its own transform, for whole batches."""

    def __init__(self):
        super().__init__()
        self.blur = transforms.Compose([transforms.GaussianBlur(9), transforms.CenterCrop(32)])

    def forward(self, images):
        return self.blur(images)


def for_samples(size):
    return transforms.Compose(
        [
            transforms.RandomResizedCrop(size=size),
            transforms.GaussianBlur(9),  # finding: for each sample
            transforms.ToTensor(),
        ]
    )
