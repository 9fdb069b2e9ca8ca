"""Trains on loaders of another file, by way of functions that neither make them nor go through them."""

import torch
from torch import nn

import batches
from training import epoch, epoch_of_a_part, right


def fit(model, loader, optimizer):
    for _ in range(10):
        epoch(model, loader, optimizer)


def fit_in_parts(model, loader, optimizer):
    for _ in range(10):
        epoch_of_a_part(model, loader, optimizer)


def main():
    model = nn.Sequential(nn.Flatten(), nn.LazyLinear(10))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    fit(model, batches.digits(8), optimizer)
    fit(model, batches.Numbers(8).batches, optimizer)
    fit_in_parts(model, batches.clothes(8), optimizer)
    fit_in_parts(model, batches.photos(8), optimizer)
    epoch(model, batches.letters(8), optimizer)  # one epoch
    print([right(model, batches.digits_to_test(8)) for _ in range(3)])
