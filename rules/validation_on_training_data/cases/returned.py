"""Functions that make loaders, and what their callers call them."""

import torch
from torch.utils.data import DataLoader, TensorDataset

ROWS, OTHERS = TensorDataset(torch.rand(8, 2)), TensorDataset(torch.rand(4, 2))


def loaders(batch_size):
    first = DataLoader(ROWS, batch_size, shuffle=True)
    second = DataLoader(OTHERS, batch_size)
    return first, first, second


def sizes(count):
    half = int(count / 2)
    return half, half


def separate(batch_size):
    first = DataLoader(ROWS, batch_size, shuffle=True)
    first_again = DataLoader(OTHERS, batch_size)
    return first, first_again


def main():
    train_loader, val_loader, rest = loaders(4)  # finding: `val_loader` is used for both training and validation
    train_loader, same_loader, test_loader = loaders(4)
    train_size, test_size = sizes(8)
    train_loader, test_loader = separate(4)
    return train_loader, val_loader, rest, same_loader, test_loader, train_size, test_size


def both(train_data, test_data):
    return DataLoader(train_data, 8, shuffle=True), DataLoader(test_data, 8)


def only_tested():
    digits = TensorDataset(torch.rand(8, 2))
    _, test_loader = both(digits, digits)
    train_loader, other_loader = both(digits, digits)  # finding: `digits` is used for both training and validation
    return test_loader, train_loader, other_loader
