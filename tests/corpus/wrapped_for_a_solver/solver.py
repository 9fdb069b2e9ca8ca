"""Solvers that take the model out of a wrapper which the file that made it has, or has not, put around it."""

import torch
import torch.nn.functional as F


class Solver:
    def __init__(self, model, loader, path):
        self.model, self.loader, self.path = model, loader, path
        self.optimizer = torch.optim.Adam(model.parameters())

    def run(self):
        for x, y in self.loader:
            loss = F.cross_entropy(self.model(x), y)
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()
        torch.save(self.model.module.state_dict(), self.path)  # suspected: where the model is not wrapped


class WrappedSolver:
    """Its model is wrapped on each way."""

    def __init__(self, model, path):
        self.model, self.path = model, path

    def save(self):
        torch.save(self.model.module.state_dict(), self.path)


class AskingSolver:
    def __init__(self, model, path):
        self.model, self.path = model, path

    def save(self):
        if hasattr(self.model, "module"):
            torch.save(self.model.module.state_dict(), self.path)
