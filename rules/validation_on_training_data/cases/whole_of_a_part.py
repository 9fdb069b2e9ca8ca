"""Validation on all samples, of which a part is trained on."""

import torch
from torch.utils.data import DataLoader, TensorDataset, random_split


def whole() -> int:
    full = TensorDataset(torch.arange(20.0).view(20, 1))
    train_set, val_set = random_split(full, [16, 4])
    train_loader = DataLoader(train_set, batch_size=4, shuffle=True)
    val_loader = DataLoader(full, batch_size=4)  # finding: `full` is used for both training and validation
    return len(train_loader) + len(val_loader) + len(val_set)


def parts() -> int:
    full = TensorDataset(torch.arange(20.0).view(20, 1))
    train_set, val_set = random_split(full, [16, 4])
    train_loader = DataLoader(train_set, batch_size=4, shuffle=True)
    val_loader = DataLoader(val_set, batch_size=4)
    return len(train_loader) + len(val_loader)


if __name__ == "__main__":
    print(whole() + parts())
