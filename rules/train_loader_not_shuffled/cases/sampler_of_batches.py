"""A batch sampler whose own sampler keeps the order of the dataset."""

import torch
from torch import nn
from torch.utils.data import BatchSampler, DataLoader, SequentialSampler
from torchvision.datasets import ImageFolder


def by_batches(epochs: int) -> None:
    model, images = nn.Linear(4, 2), ImageFolder("train")
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    batches = BatchSampler(SequentialSampler(images), 8, drop_last=True)
    loader = DataLoader(images, batch_sampler=batches)  # finding: in the same order as `SequentialSampler(images)` has
    for _ in range(epochs):
        for x, y in loader:
            optimizer.zero_grad()
            nn.functional.cross_entropy(model(x), y).backward()
            optimizer.step()
