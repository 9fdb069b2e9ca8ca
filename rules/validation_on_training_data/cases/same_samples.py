"""Loaders over different datasets of the same samples."""

import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset, Subset, TensorDataset, random_split
from torchvision import datasets, transforms


def of_tensors(x_train, y_train, x_test, y_test):
    train_data = TensorDataset(x_train, y_train)
    test_data = TensorDataset(x_train, y_train)
    train_loader = DataLoader(train_data, 8, shuffle=True)
    test_loader = DataLoader(test_data, 8)  # finding: is used for both training and validation
    return train_loader, test_loader


def of_other_tensors(x_train, y_train, x_test, y_test):
    train_loader = DataLoader(TensorDataset(x_train, y_train), 8, shuffle=True)
    x_train, y_train = x_test, y_test
    test_loader = DataLoader(TensorDataset(x_train, y_train), 8)
    val_loader = DataLoader(TensorDataset(x_test, y_test), 8)
    return train_loader, test_loader, val_loader


def of_one_split(root):
    plain = transforms.ToTensor()
    train_set = datasets.CIFAR10(root, train=True, transform=transforms.AutoAugment(), download=True)
    test_set = datasets.CIFAR10(root, train=True, transform=plain)
    train_loader = DataLoader(train_set, 8, shuffle=True)
    test_loader = DataLoader(test_set, 8)  # finding: is used for both training and validation
    return train_loader, test_loader


def of_parts_with_own_transforms(root, first, second):
    train_set = datasets.CIFAR10(root, train=True, transform=transforms.AutoAugment())
    val_set = datasets.CIFAR10(root, train=True, transform=transforms.ToTensor())
    train_loader = DataLoader(Subset(train_set, first), 8, shuffle=True)
    val_loader = DataLoader(Subset(val_set, second), 8)
    return train_loader, val_loader


def of_two_splits(root):
    train_loader = DataLoader(datasets.STL10(root, split="train"), 8, shuffle=True)
    test_loader = DataLoader(datasets.STL10(root, split="test"), 8)
    return train_loader, test_loader


def of_a_part(dataset):
    train_set, val_set = random_split(dataset, [80, 20])
    train_loader = DataLoader(dataset, 8, shuffle=True)
    val_loader = DataLoader(val_set, 8)  # finding: is used for both training and validation
    return train_loader, val_loader, train_set


def measured(model, train_loader, val_loader, optimizer):
    for x, y in train_loader:
        optimizer.zero_grad()
        nn.functional.cross_entropy(model(x), y).backward()
        optimizer.step()
    val_loss, train_loss = 0.0, 0.0
    with torch.no_grad():
        for x, y in train_loader:  # suspected: is used for both training and validation
            val_loss += nn.functional.cross_entropy(model(x), y).item()
        for x, y in train_loader:
            train_loss += nn.functional.cross_entropy(model(x), y).item()
        for x, y in val_loader:
            val_loss += nn.functional.cross_entropy(model(x), y).item()
    return val_loss, train_loss


class Rows(Dataset):
    def __init__(self, x, y, transform=None):
        self.x, self.y, self.transform = x, y, transform

    def __len__(self):
        return len(self.x)

    def __getitem__(self, at):
        return self.x[at], self.y[at]


def of_rows(x_train, y_train, x_test, y_test):
    train_loader = DataLoader(Rows(x_train, y_train), 8, shuffle=True)
    val_loader = DataLoader(Rows(x_train, y_train), 8)  # finding: is used for both training and validation
    test_loader = DataLoader(Rows(x_test, y_test), 8)
    return train_loader, val_loader, test_loader


def of_rows_that_look_different(x_train, y_train, augment, plain):
    train_set, val_set = Rows(x_train, y_train, transform=augment), Rows(x_train, y_train, transform=plain)
    train_loader = DataLoader(train_set, 8, shuffle=True)
    val_loader = DataLoader(val_set, 8)  # finding: is used for both training and validation
    return train_loader, val_loader


def of_other_rows(x_train, y_train, folds):
    train_loader = DataLoader(Rows(x_train, y_train), 8, shuffle=True)
    x_train, y_train = folds()
    val_loader = DataLoader(Rows(x_train, y_train), 8)
    return train_loader, val_loader


def of_indices(dataset, train_indices, val_indices):
    train_loader = DataLoader(Subset(dataset, train_indices), 8, shuffle=True)
    val_loader = DataLoader(Subset(dataset, train_indices), 8)  # finding: is used for both training and validation
    test_loader = DataLoader(Subset(dataset, val_indices), 8)
    return train_loader, val_loader, test_loader
