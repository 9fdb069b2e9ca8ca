"""A regression that accumulates gradients with an accelerator."""

import torch
from torch import nn


class Accelerator:
    """Divides losses as accelerate's does."""

    def __init__(self, gradient_accumulation_steps):
        self.gradient_accumulation_steps = gradient_accumulation_steps

    def prepare(self, *prepared):
        return prepared

    def backward(self, loss):
        (loss / self.gradient_accumulation_steps).backward()


def train(every, rows):
    accelerator = Accelerator(gradient_accumulation_steps=every)
    model = nn.Linear(4, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    model, optimizer = accelerator.prepare(model, optimizer)
    for number, batch in enumerate(rows):
        loss = (model(batch) - batch.sum(1, keepdim=True)).pow(2).mean()
        loss.backward()  # finding: `loss.backward()` skips the loss scaling of `accelerator`
        if (number + 1) % every == 0:
            optimizer.step()
            optimizer.zero_grad()
    return loss.item()


if __name__ == "__main__":
    torch.manual_seed(0)
    print("last loss:", train(16, torch.randn(320, 16, 4)))
