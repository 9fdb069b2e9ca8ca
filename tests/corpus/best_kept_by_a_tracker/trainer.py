"""Trainers that load the best weights in the end, from what another file keeps."""

import torch
import torch.nn.functional as F

from tracker import Best, BestCopy


class Trainer:
    def __init__(self, model, optimizer):
        self.model, self.optimizer, self.best = model, optimizer, Best()

    def fit(self, train, held_out):
        for _ in range(10):
            self.model.train()
            for x, y in train:
                loss = F.mse_loss(self.model(x), y)
                self.optimizer.zero_grad()
                loss.backward()
                self.optimizer.step()
            self.best.update(self.score(held_out), self.model)
        self.model.load_state_dict(self.best.state)  # finding: `self.best.state` is not a copy, so later steps

    @torch.no_grad()
    def score(self, held_out):
        self.model.eval()
        return sum(F.mse_loss(self.model(x), y).item() for x, y in held_out)


class CopyingTrainer:
    def __init__(self, model, optimizer):
        self.model, self.optimizer, self.best = model, optimizer, BestCopy()

    def fit(self, train, held_out):
        for _ in range(10):
            self.model.train()
            for x, y in train:
                loss = F.mse_loss(self.model(x), y)
                self.optimizer.zero_grad()
                loss.backward()
                self.optimizer.step()
            self.best.update(self.score(held_out), self.model)
        self.model.load_state_dict(self.best.state)

    @torch.no_grad()
    def score(self, held_out):
        self.model.eval()
        return sum(F.mse_loss(self.model(x), y).item() for x, y in held_out)
