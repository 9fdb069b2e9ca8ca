"""Trains a classifier with BatchNorm and Dropout, measures its accuracy after each epoch and names a few new samples."""

import copy

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


def block(features, out, dropout=0.5):
    return nn.Sequential(nn.Linear(features, out), nn.BatchNorm1d(out), nn.ReLU(), nn.Dropout(dropout))


class Classifier(nn.Module):
    def __init__(self, features, classes):
        super().__init__()
        self.layers = nn.Sequential(block(features, 32), block(32, 32))
        self.head = nn.Linear(32, classes)

    def forward(self, rows):
        return self.head(self.layers(rows))


def train(model, loader, optimizer):
    model.train()
    for rows, labels in loader:
        optimizer.zero_grad()
        nn.functional.cross_entropy(model(rows), labels).backward()
        optimizer.step()


@torch.no_grad()
def accuracy(model, loader):
    model.eval()
    correct, seen = 0, 0
    for rows, labels in loader:
        correct += (model(rows).argmax(1) == labels).sum().item()
        seen += len(labels)
    return correct / seen


def loader_of(samples):
    labels = torch.randint(0, 2, (samples,))
    return DataLoader(TensorDataset(torch.randn(samples, 8) + labels.view(-1, 1), labels), batch_size=16)


def main():
    torch.manual_seed(0)
    model = Classifier(8, classes=2)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    train_loader, val_loader = loader_of(256), loader_of(64)
    for epoch in range(3):
        train(model, train_loader, optimizer)
        print(f"epoch {epoch}: {accuracy(model, val_loader):.2f}")
    weights = copy.deepcopy(model.state_dict())

    loaded = Classifier(8, classes=2)
    loaded.load_state_dict(weights)
    loaded.eval()
    with torch.no_grad():
        best = loaded(torch.ones(4, 8) * torch.arange(4).view(-1, 1)).argmax(1)
    print([("low", "high")[index] for index in best.tolist()])


if __name__ == "__main__":
    main()
