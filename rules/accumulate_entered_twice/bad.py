"""Two losses per batch, each with a block of its own that accumulates."""

from contextlib import contextmanager

import torch
from torch import nn


class Accelerator:
    """Counts batches as accelerate's does."""

    def __init__(self, gradient_accumulation_steps):
        self.every, self.count = gradient_accumulation_steps, 0

    @contextmanager
    def accumulate(self, *models):
        self.count += 1
        yield

    @property
    def sync_gradients(self):
        return self.count % self.every == 0


accelerator = Accelerator(gradient_accumulation_steps=2)
model = nn.Linear(4, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
updates = 0
for rows in torch.randn(8, 16, 4):
    with accelerator.accumulate(model):
        (model(rows).pow(2).mean() / 2).backward()
    with accelerator.accumulate(model):  # finding: counts the same batch again, so the optimizer steps too early
        (model(rows).abs().mean() / 2).backward()
        if accelerator.sync_gradients:
            optimizer.step()
            optimizer.zero_grad()
            updates += 1
print(f"{updates} updates of 8 batches, 2 to each")
