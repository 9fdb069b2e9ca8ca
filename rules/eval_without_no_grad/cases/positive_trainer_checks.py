"""A trainer whose methods are called test and assert, and are no tests."""

import torch
from torch import nn


class Trainer:
    def __init__(self, batches):
        self.model = nn.Linear(8, 2)
        self.batches = batches
        self.optimizer = torch.optim.SGD(self.model.parameters(), lr=0.1)

    def assert_finite(self, numbers):
        assert numbers.isfinite().all()

    def train_epoch(self):
        for rows, labels in self.batches:
            self.optimizer.zero_grad()
            nn.functional.cross_entropy(self.model(rows), labels).backward()
            self.optimizer.step()

    def test_epoch(self):
        self.model.eval()
        right = 0
        for rows, labels in self.batches:
            scores = self.model(rows)  # finding: `self.model` is evaluated with gradients enabled
            self.assert_finite(scores)
            right += (scores.argmax(1) == labels).sum().item()
        return right


trainer = Trainer([(torch.rand(4, 8), torch.randint(0, 2, (4,))) for _ in range(3)])
trainer.train_epoch()
print(trainer.test_epoch())
