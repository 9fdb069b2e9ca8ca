"""Trains a classifier of two blobs of points, and says how it gets on."""

import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


def blobs(samples):
    labels = torch.randint(0, 2, (samples,))
    return TensorDataset(torch.randn(samples, 2) + 3 * labels.unsqueeze(1), labels)


class Trainer:
    def __init__(self, model, lr):
        self.model = model
        self.optimizer = torch.optim.SGD(model.parameters(), lr=lr)

    def update(self, points, labels):
        loss = F.cross_entropy(self.model(points), labels)
        loss.backward()
        self.optimizer.zero_grad()  # finding: clears the gradients that `self.optimizer.step()` should apply
        self.optimizer.step()
        return loss.item()

    def fit(self, loader, epochs):
        for epoch in range(epochs):
            losses = [self.update(points, labels) for points, labels in loader]
            print(f"epoch {epoch}: {sum(losses) / len(losses):.4f}")


def main():
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(2, 16), nn.ReLU(), nn.Linear(16, 2))
    Trainer(model, lr=0.1).fit(DataLoader(blobs(256), batch_size=32), epochs=3)


if __name__ == "__main__":
    main()
