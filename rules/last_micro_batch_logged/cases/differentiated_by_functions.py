"""Passes whose loss a function differentiates and returns."""

import torch.nn.functional as F


class Trainer:
    def __init__(self, model, optimizer, count, log):
        self.model, self.optimizer, self.count, self.log = model, optimizer, count, log

    def forward_backward(self, batch):
        loss = F.mse_loss(self.model(batch[0]), batch[1]) / self.count
        loss.backward()
        return loss

    def compute(self, batch):
        loss = F.mse_loss(self.model(batch[0]), batch[1])
        return loss

    def step(self, batches):
        self.optimizer.zero_grad()
        for _ in range(self.count):
            loss = self.forward_backward(next(batches))
        self.optimizer.step()
        self.log(loss.item())  # finding: `loss` is the loss of the last micro-batch only

    def step_with_sum(self, batches):
        self.optimizer.zero_grad()
        total = 0.0
        for _ in range(self.count):
            loss = self.forward_backward(next(batches))
            total += loss.item()
        self.optimizer.step()
        self.log(total)

    def look(self, batches):
        for _ in range(self.count):
            loss = self.compute(next(batches))
        self.optimizer.step()
        self.log(loss.item())
