"""Transforms of datasets, and of parts that know them."""

import copy

from torch.utils.data import DataLoader, Dataset, Subset, random_split
from torchvision import datasets, transforms

augmented = transforms.Compose([transforms.RandomCrop(28), transforms.ToTensor()])
plain = transforms.ToTensor()


class Part(Dataset):
    """A part with a transform of its own."""

    def __init__(self, dataset, transform=None):
        self.dataset, self.transform = dataset, transform

    def __len__(self):
        return len(self.dataset)

    def __getitem__(self, index):
        image, label = self.dataset[index]
        return self.transform(image), label


def before_the_split():
    whole = datasets.MNIST("data")
    whole.transform = plain
    return random_split(whole, [50_000, 10_000])


def wrapped():
    train, val = random_split(datasets.MNIST("data"), [50_000, 10_000])
    train, val = Part(train), Part(val)
    train.transform, val.transform = augmented, plain
    return train, val


def copied():
    train, val = random_split(datasets.MNIST("data"), [50_000, 10_000])
    val.dataset = copy.copy(val.dataset)
    val.dataset.transform = plain
    return train, val


def alone(indices):
    some = Subset(datasets.MNIST("data"), indices)
    some.dataset.transform = plain
    return some


def applied_by_hand(batch_size):
    train, _ = random_split(datasets.MNIST("data"), [50_000, 10_000])
    train.transform = augmented
    for images, labels in DataLoader(train, batch_size):
        yield train.transform(images), labels


def of_a_loader(loader):
    loader.dataset.transform = plain
    return loader
