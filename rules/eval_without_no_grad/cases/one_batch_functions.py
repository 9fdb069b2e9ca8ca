"""A method that takes one batch, for the loops of training and evaluation alike."""

import torch
from torch import nn


class Experiment:
    def __init__(self):
        self.model = nn.Sequential(nn.Linear(8, 8), nn.Dropout(0.1), nn.Linear(8, 1))
        self.optimizer = torch.optim.Adam(self.model.parameters())

    def process(self, rows, target):
        rows = rows.float()
        return self.model(rows), target

    def validate(self, loader):
        self.model.eval()
        losses = []
        for rows, target in loader:
            predicted, target = self.process(rows, target)  # finding: `process` evaluates `self.model` with gradients
            losses.append(nn.functional.mse_loss(predicted.detach(), target))
        self.model.train()
        return torch.stack(losses).mean()

    def test(self, loader):
        self.model.eval()
        wrong = 0
        for rows, target in loader:
            predicted, target = self.process(rows, target)  # finding: call `process` under `with torch.no_grad():`
            wrong += ((predicted - target).abs() > 1).sum().item()
        return wrong

    @torch.no_grad()
    def test_without(self, loader):
        self.model.eval()
        return [self.process(rows, target)[0].mean().item() for rows, target in loader]

    def attack(self, loader):
        self.model.eval()
        for rows, target in loader:
            rows = rows.clone().requires_grad_()
            predicted, target = self.process(rows, target)
            nn.functional.mse_loss(predicted, target).backward()
            yield rows.grad.sign()

    def train(self, loader, held_out):
        for _ in range(10):
            for rows, target in loader:
                self.optimizer.zero_grad()
                predicted, target = self.process(rows, target)
                nn.functional.mse_loss(predicted, target).backward()
                self.optimizer.step()
            print(self.validate(held_out), self.test(held_out), self.test_without(held_out))
