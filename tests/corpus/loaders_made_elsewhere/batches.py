"""Loaders that other files train on, or evaluate with."""

from torch.utils.data import DataLoader, DistributedSampler
from torchvision import datasets


def digits(size):
    return DataLoader(datasets.MNIST("digits"), batch_size=size)  # finding: same order in every epoch


def digits_to_test(size):
    return DataLoader(datasets.MNIST("digits", train=False), batch_size=size)


def clothes(size):
    return DataLoader(datasets.FashionMNIST("clothes"), batch_size=size, shuffle=True)


def photos(size):
    found = datasets.ImageFolder("photos")
    return _spread(found, size)


def _spread(found, size):
    return DataLoader(found, batch_size=size, sampler=DistributedSampler(found))  # finding: call `sampler.set_epoch(epoch)`


def letters(size):
    return DataLoader(datasets.EMNIST("letters", split="letters"), batch_size=size)


class Numbers:
    def __init__(self, size):
        self.batches = DataLoader(datasets.SVHN("numbers"), batch_size=size)  # finding: same order in every epoch
