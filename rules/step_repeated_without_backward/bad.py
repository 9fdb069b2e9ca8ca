"""Fits a noisy line, with small gradients and a small network."""

import torch
from torch import nn
from torch.nn.utils import clip_grad_norm_


class Trainer:
    def __init__(self, model, lr, limit):
        self.model = model
        self.limit = limit
        self.optimizer = torch.optim.SGD(model.parameters(), lr=lr)

    def update(self, x, y):
        loss = nn.functional.mse_loss(self.model(x), y)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        if self.limit is not None:
            clip_grad_norm_(self.model.parameters(), self.limit)
            self.optimizer.step()  # finding: applies the same gradients as the `step()` before it
        return loss.item()


def main():
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(1, 16), nn.Tanh(), nn.Linear(16, 1))
    trainer = Trainer(model, lr=0.1, limit=1.0)
    for step in range(100):
        x = torch.randn(32, 1)
        loss = trainer.update(x, 3 * x + 0.1 * torch.randn(32, 1))
        if step % 25 == 24:
            print(f"{step}: {loss:.3f}")


if __name__ == "__main__":
    main()
