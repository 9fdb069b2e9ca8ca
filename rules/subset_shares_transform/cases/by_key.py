"""Parts that a dict or an object holds, and what is assigned to each."""

import copy

from torch.utils.data import Subset, random_split
from torchvision import datasets, transforms

augmented = transforms.Compose([transforms.RandomCrop(28), transforms.ToTensor()])
plain = transforms.ToTensor()
chosen = {"train": augmented, "val": plain}


def by_phase(first, second):
    whole = datasets.MNIST("data")
    parts = {"train": Subset(whole, first), "val": Subset(whole, second)}
    for phase in ("train", "val"):
        parts[phase].dataset.transform = chosen[phase]  # finding: changes all Subsets that share the dataset
    return parts


def one_each(first, second):
    parts = {"train": Subset(datasets.MNIST("data"), first), "val": Subset(datasets.MNIST("data"), second)}
    for phase in ("train", "val"):
        parts[phase].dataset.transform = chosen[phase]
    return parts


def by_name(first, second):
    whole = datasets.MNIST("data")
    train, val = Subset(whole, first), Subset(whole, second)
    train.dataset.transform = augmented  # finding: changes all Subsets that share the dataset
    val.dataset.transform = plain  # finding: changes all Subsets that share the dataset
    return train, val


def one_copied():
    whole = datasets.MNIST("data")
    train, val = random_split(whole, [50_000, 10_000])
    val.dataset = copy.copy(whole)
    train.dataset.transform = augmented
    val.dataset.transform = plain
    return train, val
