"""Takes the one or the other scaler, and steps for each batch; only an epoch clears the gradients."""

import argparse

import scalers
import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.data import DataLoader


def options():
    parser = argparse.ArgumentParser()
    parser.add_argument("--half", action="store_true")
    parser.add_argument("--clipped", action="store_true")
    return parser.parse_args()


def train_epoch(model, loader, optimizer, scaler):
    model.train()
    optimizer.zero_grad()
    for rows, labels in loader:
        loss = F.cross_entropy(model(rows), labels)
        if scaler is not None:
            scaler(loss, optimizer, model.parameters())
        else:
            loss.backward()
            optimizer.step()  # finding: `optimizer.zero_grad()` runs only in the outer loop


@torch.no_grad()
def validate(model, loader):
    model.eval()
    return sum((model(rows).argmax(1) == labels).sum().item() for rows, labels in loader)


def main(given):
    model = nn.Sequential(nn.Linear(8, 8), nn.ReLU(), nn.Dropout(0.1), nn.Linear(8, 2))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scaler = None
    if given.half:
        scaler = scalers.Half()
    elif given.clipped:
        scaler = scalers.Single()
    loader = DataLoader([(torch.randn(8), 1)] * 64, batch_size=8, shuffle=True)
    for _ in range(10):
        train_epoch(model, loader, optimizer, scaler)
        print(validate(model, loader))


if __name__ == "__main__":
    main(options())
