"""Datasets that a function makes, and parts that another one returns."""

from torch.utils.data import random_split
from torchvision import datasets, transforms


def augmenting(size):
    return transforms.Compose([transforms.RandomCrop(size), transforms.ToTensor()])


def plain(size):
    return transforms.Compose([transforms.CenterCrop(size), transforms.ToTensor()])


def images(folder, size):
    return datasets.ImageFolder(folder, transform=augmenting(size))


def plain_images(folder, size):
    return datasets.ImageFolder(folder, transform=plain(size))


def parts(folder):
    whole = images(folder, 64)
    return random_split(whole, [0.8, 0.2])  # suspected: `val_set` returns augmented samples


def plain_parts(folder):
    whole = plain_images(folder, 64)
    return random_split(whole, [0.8, 0.2])


def training_parts(folder):
    whole = images(folder, 64)
    return random_split(whole, [0.5, 0.5])


train_set, val_set = parts("images")
train_rows, val_rows = plain_parts("images")
labelled, unlabelled = training_parts("images")
