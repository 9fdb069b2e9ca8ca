"""Comparisons whose result another statement, or another method, asks for."""

import torch


class ByFlag:
    def __init__(self, mode="max"):
        self.mode = mode
        self.best = float("inf") if mode == "max" else float("-inf")

    def step(self, score, model):
        improved = score > self.best if self.mode == "max" else score < self.best  # finding: is never true
        if improved:
            self.best = score
            torch.save(model.state_dict(), "best.pt")


class ByMethod:
    def __init__(self):
        self.best_loss = float("-inf")

    def step(self, loss, model):
        if self.is_better(loss):
            self.best_loss = loss
            torch.save(model.state_dict(), "best.pt")

    def is_better(self, loss):
        return loss < self.best_loss  # finding: `loss < self.best_loss` is never true


class Right:
    def __init__(self, mode="max"):
        self.mode = mode
        self.best = float("-inf") if mode == "max" else float("inf")

    def step(self, score, model):
        improved = score > self.best if self.mode == "max" else score < self.best
        if improved:
            self.best = score
            torch.save(model.state_dict(), "best.pt")


class RightByMethod:
    def __init__(self):
        self.best_loss = float("inf")

    def step(self, loss, model):
        if self.is_better(loss):
            self.best_loss = loss
            torch.save(model.state_dict(), "best.pt")

    def is_better(self, loss):
        return loss < self.best_loss


class SetElsewhere:
    def __init__(self):
        self.best_loss = float("-inf")

    def begin(self, loss):
        self.best_loss = loss

    def step(self, loss, model):
        if self.is_better(loss):
            self.best_loss = loss
            torch.save(model.state_dict(), "best.pt")

    def is_better(self, loss):
        return loss < self.best_loss
