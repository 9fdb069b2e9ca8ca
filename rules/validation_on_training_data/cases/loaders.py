"""Loaders for training and for validation."""

from torch.utils.data import DataLoader, SubsetRandomSampler, random_split
from torchvision import datasets, transforms


def build(batch_size):
    train_set = datasets.MNIST("data", train=True)
    test_set = datasets.MNIST("data", train=False)
    train_loader = DataLoader(train_set, batch_size, shuffle=True)
    test_loader = DataLoader(test_set, batch_size)
    val_loader = DataLoader(train_set, batch_size)  # finding: `train_set` is used for both training and validation
    train_eval_loader = DataLoader(train_set, batch_size)
    return train_loader, val_loader, test_loader, train_eval_loader


def by_samplers(batch_size, first, second):
    train_set = datasets.MNIST("data")
    train_loader = DataLoader(train_set, batch_size, sampler=SubsetRandomSampler(first))
    valid_loader = DataLoader(train_set, batch_size, sampler=SubsetRandomSampler(second))
    return train_loader, valid_loader


def split(batch_size):
    train_set, val_set = random_split(datasets.MNIST("data"), [50_000, 10_000])
    train_loader = DataLoader(train_set, batch_size, shuffle=True)
    val_loader = DataLoader(val_set, batch_size)
    return train_loader, val_loader


def bound_anew(batch_size):
    train_set = datasets.MNIST("data")
    train_loader = DataLoader(train_set, batch_size)
    train_set = datasets.MNIST("data", train=False)
    test_loader = DataLoader(train_set, batch_size)
    return train_loader, test_loader


def with_another_transform(batch_size):
    train_set = datasets.MNIST("data")
    train_loader = DataLoader(train_set, batch_size)
    train_set.transform = transforms.ToTensor()
    test_loader = DataLoader(train_set, batch_size)
    return train_loader, test_loader


def overfit_one_batch(batch_size):
    train_set = datasets.MNIST("data")
    train_loader = DataLoader(train_set, batch_size)
    val_loader = DataLoader(train_set, batch_size)
    return train_loader, val_loader


class Trainer:
    def __init__(self, model, train_data, valid_data=None, test_loader=None):
        self.model, self.train_data, self.valid_data, self.test_loader = model, train_data, valid_data, test_loader


def trainers(model, batch_size):
    digits = datasets.MNIST("data")
    loader = DataLoader(digits, batch_size)
    yield Trainer(model, digits, digits)  # finding: `digits` is used for both training and validation
    yield Trainer(model, train_data=loader, test_loader=loader)  # finding: `loader` is used for both training
    yield Trainer(model, digits, datasets.MNIST("data", train=False))
    yield Trainer(model, digits)
