"""A regression whose gradients are accumulated over 4 batches."""

import torch
from torch import nn


class Accelerator:
    """Divides losses as accelerate's does."""

    def __init__(self, gradient_accumulation_steps):
        self.gradient_accumulation_steps = gradient_accumulation_steps

    def backward(self, loss):
        (loss / self.gradient_accumulation_steps).backward()


every = 4
accelerator = Accelerator(gradient_accumulation_steps=every)
model = nn.Linear(4, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
torch.manual_seed(0)
for number, rows in enumerate(torch.randn(80, 16, 4)):
    loss = (model(rows) - rows.sum(1, keepdim=True)).pow(2).mean()
    loss = loss / every
    accelerator.backward(loss)  # finding: a second time
    if (number + 1) % every == 0:
        optimizer.step()
        optimizer.zero_grad()
print(f"loss {loss.item() * every:.4f} after {(number + 1) // every} updates")
