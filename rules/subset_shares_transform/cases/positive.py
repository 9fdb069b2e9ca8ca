"""Other ways to write to a part."""

import torch
from torch.utils.data import DataLoader, Subset, random_split
from torchvision import datasets, transforms


def lengths(whole):
    count = int(0.8 * len(whole))
    return [count, len(whole) - count]


def by_lengths(tf):
    whole = datasets.ImageFolder("images")
    parts = random_split(whole, lengths(whole), generator=torch.Generator().manual_seed(0))
    train, val = parts
    val.transform = tf  # finding: assigning `val.transform` has no effect, as a Subset never reads it; create a dataset
    train.dataset.transform = transforms.ToTensor()  # finding: assigning `train.dataset.transform` changes all Subsets
    return DataLoader(train), DataLoader(val)


class Data:
    def __init__(self, indices, tf):
        self.some = Subset(datasets.CIFAR10("data"), indices)
        self.some.transforms = tf  # finding: assigning `self.some.transforms` has no effect, as a Subset never reads
        self.train, self.val = random_split(datasets.CIFAR10("data"), [40_000, 10_000])
        self.val.dataset.target_transform = int  # finding: assigning `self.val.dataset.target_transform` changes all
