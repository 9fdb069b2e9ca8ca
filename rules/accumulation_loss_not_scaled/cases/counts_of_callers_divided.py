"""What the number of passes is given to divides by it, under a name of its own."""

import torch
from torch import nn


def share(loss, parts):
    return loss / parts


def fit_epoch(batches, model, optimizer, passes):
    optimizer.zero_grad()
    for number, (image, label) in enumerate(batches):
        loss = nn.functional.cross_entropy(model(image), label)
        share(loss, passes).backward()
        if (number + 1) % passes == 0 or number + 1 == len(batches):
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            optimizer.zero_grad()


def fit(settings, batches, model, optimizer):
    for _ in range(settings.epochs):
        fit_epoch(batches, model, optimizer, settings.passes)
