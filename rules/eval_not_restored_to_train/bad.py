"""Trains a classifier with Dropout, and looks at its validation loss after each epoch."""

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


class Trainer:
    def __init__(self, model):
        self.model = model
        self.criterion = nn.CrossEntropyLoss()
        self.optimizer = torch.optim.Adam(model.parameters(), lr=0.01)

    def train_epoch(self, loader):
        for rows, labels in loader:
            self.optimizer.zero_grad()
            self.criterion(self.model(rows), labels).backward()
            self.optimizer.step()

    @torch.no_grad()
    def validate(self, loader):
        self.model.eval()
        losses = [self.criterion(self.model(rows), labels).item() for rows, labels in loader]
        return sum(losses) / len(losses)

    def fit(self, train_loader, val_loader, epochs):
        self.model.train()
        for epoch in range(epochs):  # finding: `self.model` trains in eval mode from the second iteration on
            self.train_epoch(train_loader)
            print(f"epoch {epoch}: {self.validate(val_loader):.4f}")


def loader_of(samples):
    labels = torch.randint(0, 2, (samples,))
    return DataLoader(TensorDataset(torch.randn(samples, 8) + labels.view(-1, 1), labels), batch_size=16)


def main():
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(8, 64), nn.ReLU(), nn.Dropout(0.5), nn.Linear(64, 2))
    trainer = Trainer(model)
    trainer.fit(loader_of(256), loader_of(64), epochs=3)


if __name__ == "__main__":
    main()
