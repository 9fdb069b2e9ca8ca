"""Context managers of the project's own around an evaluation."""

import torch
import torch.nn.functional as F
from torch import nn


class Evaluated:
    """Restores the mode that each model was in."""

    def __init__(self, *models):
        self.models = models

    def __enter__(self):
        self.modes = []
        for model in self.models:
            self.modes.append(model.training)
            model.train(False)

    def __exit__(self, *args):
        for model, mode in zip(self.models, self.modes):
            model.train(mode)
        return False


class Switched:
    """Leaves the models in eval mode."""

    def __init__(self, *models):
        self.models = models

    def __enter__(self):
        for model in self.models:
            model.train(False)

    def __exit__(self, *args):
        print(len(self.models), "models")
        return False


def evaluate(model):
    with torch.no_grad(), Evaluated(model):
        return model(torch.zeros(4, 8)).argmax(1)


def evaluate_in_eval_mode(model):
    with torch.no_grad(), Switched(model):
        return model(torch.zeros(4, 8)).argmax(1)


def restored():
    model = nn.Sequential(nn.Linear(8, 16), nn.Dropout(0.5), nn.Linear(16, 3))
    model.train()
    optimizer = torch.optim.Adam(model.parameters())
    for epoch in range(3):
        for _ in range(2):
            optimizer.zero_grad()
            F.cross_entropy(model(torch.rand(4, 8)), torch.zeros(4, dtype=torch.long)).backward()
            optimizer.step()
        evaluate(model)


def left_in_eval_mode():
    model = nn.Sequential(nn.Linear(8, 16), nn.Dropout(0.5), nn.Linear(16, 3))
    model.train()
    optimizer = torch.optim.Adam(model.parameters())
    for epoch in range(3):  # finding: `model` trains in eval mode from the second iteration on
        for _ in range(2):
            optimizer.zero_grad()
            F.cross_entropy(model(torch.rand(4, 8)), torch.zeros(4, dtype=torch.long)).backward()
            optimizer.step()
        evaluate_in_eval_mode(model)


restored()
left_in_eval_mode()
