"""Products with the number of passes that only say how far a progress bar goes, and one that scales the loss."""

import torch
from torch import nn
from tqdm import tqdm, trange


def train(model, loader, gather, steps):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    batches = iter(loader)
    passes = gather * steps
    for i in trange(passes, desc="train"):
        x, y = next(batches)
        loss = nn.functional.cross_entropy(model(x), y)
        loss.backward()  # finding: sums gradients over several passes, so `optimizer.step()` steps too far
        if (i + 1) % gather == 0:
            optimizer.step()
            optimizer.zero_grad()


def weighed(model, loader, every, steps):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    batches = iter(loader)
    for i in tqdm(range(every * steps)):
        x, y = next(batches)
        loss = nn.functional.cross_entropy(model(x), y) * (1 / every)
        loss.backward()
        if (i + 1) % every == 0:
            optimizer.step()
            optimizer.zero_grad()
