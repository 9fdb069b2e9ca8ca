"""Trains and validates; validation runs under no_grad here, not where the loop is."""

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

from engine import train_epoch, validate
from engine.predict import predict

data = TensorDataset(torch.randn(64, 8), torch.randint(0, 2, (64,)))
loader = DataLoader(data, batch_size=8)


def main():
    model = nn.Sequential(nn.Linear(8, 16), nn.BatchNorm1d(16), nn.ReLU(), nn.Linear(16, 2))
    criterion = nn.CrossEntropyLoss()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for epoch in range(2):
        model.train()
        train_epoch(model, loader, criterion, optimizer)
        model.eval()
        with torch.no_grad():
            print(epoch, validate(model, loader, criterion))
    model.eval()
    print(predict(model, loader))


if __name__ == "__main__":
    main()
