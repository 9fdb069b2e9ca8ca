"""Loops that only evaluate: each batch after the last one, or one call when all of them are done."""

import gc

import torch
from torch import nn
from torch.utils.data import DataLoader


def validate(model: nn.Module, dataset, device):
    model.eval()
    losses = []
    with torch.no_grad():
        for images, labels in DataLoader(dataset, batch_size=32):
            losses.append(nn.functional.cross_entropy(model(images.to(device)), labels.to(device)))
            torch.cuda.empty_cache()  # finding: takes time after every batch that is evaluated; remove it, or
    torch.cuda.empty_cache()
    return torch.stack(losses).mean()


def validate_in_between(model: nn.Module, dataset, device):
    model.eval()
    with torch.no_grad():
        for number, (images, _) in enumerate(DataLoader(dataset, batch_size=32)):
            model(images.to(device))
            if number % 100 == 99:
                gc.collect()


def count(dataset):
    found = 0
    for images, _ in DataLoader(dataset, batch_size=32):
        found += len(images)
        gc.collect()
    return found
