"""A part that gets a dataset of its own after the split."""

import copy

from torch.utils.data import random_split
from torchvision import datasets, transforms


def split():
    photos = datasets.ImageFolder("photos", transforms.RandomCrop(8))
    train, val = random_split(photos, [90, 10])
    val.dataset = copy.copy(photos)
    val.dataset.transform = transforms.CenterCrop(8)
    return train, val
