"""Accumulates gradients with the one or the other scaler, over as many batches as it is told."""

import argparse

import scalers
import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.data import DataLoader


def options():
    parser = argparse.ArgumentParser()
    parser.add_argument("--half", action="store_true")
    parser.add_argument("--every", type=int, default=4)
    return parser.parse_args()


def train_epoch(model, loader, optimizer, scaler, every):
    model.train()
    optimizer.zero_grad()
    for number, (rows, labels) in enumerate(loader):
        is_last = (number + 1) % every == 0
        loss = F.cross_entropy(model(rows), labels)
        if scaler is not None:
            scaler(loss, optimizer, model.parameters(), update=is_last)
        else:
            loss.backward()  # finding: `loss.backward()` sums gradients over several passes
            if is_last:
                optimizer.step()  # finding: gradients of leftover batches are discarded
        if is_last:
            optimizer.zero_grad()


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
    elif given.every > 1:
        scaler = scalers.Single()
    loader = DataLoader([(torch.randn(8), 1)] * 64, batch_size=8, shuffle=True)
    for _ in range(10):
        train_epoch(model, loader, optimizer, scaler, given.every)
        print(validate(model, loader))


if __name__ == "__main__":
    main(options())
