"""The number of passes is an argument of the function that has the loop."""

import torch
from torch import nn


def fit_epoch(batches, model, optimizer, passes):
    optimizer.zero_grad()
    for number, (image, label) in enumerate(batches):
        loss = nn.functional.cross_entropy(model(image), label)
        loss.backward()  # finding: sums gradients over several passes, so `optimizer.step()` steps too far
        if (number + 1) % passes == 0 or number + 1 == len(batches):
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            optimizer.zero_grad()


def fit(settings, batches, model, optimizer):
    for _ in range(settings.epochs):
        fit_epoch(batches, model, optimizer, settings.passes)


def mean_epoch(batches, model, optimizer, every):
    optimizer.zero_grad()
    for number, (image, label) in enumerate(batches):
        loss = nn.functional.cross_entropy(model(image), label)
        (loss / every).backward()
        if (number + 1) % every == 0 or number + 1 == len(batches):
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            optimizer.zero_grad()


def fit_mean(settings, batches, model, optimizer):
    for _ in range(settings.epochs):
        mean_epoch(batches, model, optimizer, settings.every)
