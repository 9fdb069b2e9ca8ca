"""Scores of several parts of the data that one call returns."""

import torch
from torch import nn


class Experiment:
    def __init__(self, data):
        self.data = data
        self.net = nn.Linear(4, 3)
        self.optimizer = torch.optim.Adam(self.net.parameters())

    def train(self):
        self.optimizer.zero_grad()
        logits = self.net(self.data.x)
        nn.functional.cross_entropy(logits[self.data.train_mask], self.data.y[self.data.train_mask]).backward()
        self.optimizer.step()

    @torch.no_grad()
    def test(self):
        right = self.net(self.data.x).argmax(1) == self.data.y
        return [right[mask].float().mean().item() for mask in (self.data.train_mask, self.data.test_mask)]

    @torch.no_grad()
    def test_all(self):
        right, accuracies = self.net(self.data.x).argmax(1) == self.data.y, []
        for _, mask in self.data("train_mask", "val_mask", "test_mask"):
            accuracies.append(right[mask].float().mean().item())
        return accuracies

    def run(self):
        best_acc = 0.0
        for _ in range(200):
            self.train()
            train_acc, test_acc = self.test()
            print(train_acc)
            best_acc = max(best_acc, test_acc)  # suspected: `test_acc` is measured on
        print(best_acc)

    def run_by_validation(self):
        best_val_acc = final_acc = 0.0
        for _ in range(200):
            self.train()
            train_acc, val_acc, test_acc = self.test_all()
            if val_acc > best_val_acc:
                best_val_acc, final_acc = val_acc, test_acc
                torch.save(self.net.state_dict(), "net.pt")
        print(final_acc)

    def run_by_test(self):
        best_test_acc = 0.0
        for _ in range(200):
            self.train()
            train_acc, val_acc, test_acc = self.test_all()
            if test_acc > best_test_acc:  # suspected: `test_acc` is measured on
                best_test_acc = test_acc
                torch.save(self.net.state_dict(), "net.pt")
