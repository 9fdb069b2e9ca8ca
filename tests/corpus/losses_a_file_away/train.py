"""Train a scorer with losses of another file."""

import torch
from data import loader_of
from losses import LOSSES, divergence, entropy, entropy_of_scores, of_probabilities, root, unit, unit_of_any
from models import Classes, Scorer
from torch import nn


class Trainer:
    loss_class = nn.MSELoss

    def __init__(self, name):
        self.model, self.classes = Scorer(8), Classes(8, 4)
        self.error = nn.SmoothL1Loss()
        self.chosen = of_probabilities(name)
        self.by_table = LOSSES[name]
        weights = [*self.model.parameters(), *self.classes.parameters()]
        self.optimizer = torch.optim.Adam(weights)

    def regression(self, rows, prices):
        return self.error(self.model(rows), prices)  # finding: broadcast to (N, N)

    def regression_of_rows(self, rows, prices):
        return self.error(self.model(rows).squeeze(-1), prices)

    def chance(self, rows, clicked):
        return self.chosen(self.model.probabilities(rows), clicked)  # suspected: no gradient where the sigmoid

    def by_class(self, rows, prices):
        outputs = self.model(rows).squeeze(-1)
        wrong = self.loss_class(outputs, prices)  # finding: is a class that takes settings
        return wrong + self.loss_class()(outputs, prices)

    def spread(self, rows, targets):
        scores = self.classes(rows)
        shares = scores.softmax(-1)
        loss = entropy(shares).mean() + entropy_of_scores(scores).mean() + divergence(scores, targets)
        return loss + root(scores, targets) + unit(scores).sum() + unit_of_any(scores).sum()

    def fit(self, count):
        for rows, prices in loader_of(count):
            self.optimizer.zero_grad()
            loss = self.regression(rows, prices) + self.regression_of_rows(rows, prices)
            loss = loss + self.chance(rows, (prices > 0).float()[:, None]) + self.spread(rows, rows[:, :4].softmax(-1))
            loss.backward()
            self.optimizer.step()


if __name__ == "__main__":
    Trainer("bce").fit(100)
