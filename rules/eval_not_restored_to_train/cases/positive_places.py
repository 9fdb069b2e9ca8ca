"""Models that a validation leaves in eval mode: in functions, methods, epochs and the middle of them."""

import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.data import DataLoader

train_loader, val_loader = DataLoader([]), DataLoader([])


def net():
    return nn.Sequential(nn.Linear(8, 8), nn.BatchNorm1d(8), nn.Linear(8, 2))


@torch.no_grad()
def validate(model, loader):
    model.eval()
    return [F.cross_entropy(model(rows), labels).item() for rows, labels in loader]


def per_epoch():
    model = net()
    optimizer = torch.optim.Adam(model.parameters())
    for epoch in range(3):  # finding: `model` trains in eval mode from the second iteration on; call `model.train()`
        for rows, labels in train_loader:
            optimizer.zero_grad()
            F.cross_entropy(model(rows), labels).backward()
            optimizer.step()
        print(validate(model, val_loader))


def in_the_middle_of_an_epoch():
    model = net()
    optimizer = torch.optim.Adam(model.parameters())
    for epoch in range(3):
        model.train()
        for step, (rows, labels) in enumerate(train_loader):  # finding: `model` trains in eval mode
            optimizer.zero_grad()
            F.cross_entropy(model(rows), labels).backward()
            optimizer.step()
            if step % 100 == 0:
                print(validate(model, val_loader))


class Regressor(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(8, 8), nn.Dropout(0.1), nn.Linear(8, 1))
        self.optimizer = torch.optim.Adam(self.parameters())

    def forward(self, rows):
        return self.layers(rows)

    def fit(self, loader, epochs, check):
        model = self.train()
        while epochs:  # finding: `model` trains in eval mode from the second iteration on
            for rows, targets in loader:
                loss = F.mse_loss(model(rows), targets)
                self.optimizer.zero_grad()
                loss.backward()
                self.optimizer.step()
            if check:
                print(self.predict(loader))
            epochs -= 1

    def predict(self, loader):
        self.eval()
        with torch.no_grad():
            return [self(rows).sum().item() for rows, _ in loader]


Regressor().fit(train_loader, 3, len(val_loader) > 3)
per_epoch()
in_the_middle_of_an_epoch()


def train_one(model, optimizer, rows, labels):
    optimizer.zero_grad()
    loss = F.cross_entropy(model(rows), labels)
    loss.backward()
    optimizer.step()
    return loss.item()


def main():
    model = nn.DataParallel(net())
    optimizer = torch.optim.Adam(model.parameters())
    for epoch in range(3):  # finding: `model` trains in eval mode
        for rows, labels in train_loader:
            train_one(model, optimizer, rows, labels)
        model.module.eval()
        with torch.no_grad():
            print(model(torch.zeros(1, 8)).argmax())


if __name__ == "__main__":
    main()
