"""Trains a small regression model and collects what there is to plot."""

from collections import deque

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


class Regressor(nn.Module):
    def __init__(self, features):
        super().__init__()
        self.hidden = nn.Linear(features, 64)
        self.head = nn.Linear(64, 1)

    def forward(self, inputs):
        return self.head(torch.relu(self.hidden(inputs)))


class History:
    """What an epoch leaves behind."""

    def __init__(self):
        self.losses = []
        self.sizes = []

    def mean(self):
        return sum(self.losses) / len(self.losses)


def train_epoch(model, loader, optimizer, history):
    criterion = nn.MSELoss()
    outputs = []
    for inputs, targets in loader:
        optimizer.zero_grad()
        predictions = model(inputs)
        loss = criterion(predictions, targets)
        loss.backward()
        optimizer.step()
        outputs.append(predictions.detach())
        history.losses.append(loss.detach())
        history.sizes.append(len(inputs))
    return torch.cat(outputs).std()


def fine_tune(model, loader, optimizer):
    criterion = nn.L1Loss()
    by_step, all_losses, slow = {}, [], deque()
    for step, (inputs, targets) in enumerate(loader):
        optimizer.zero_grad()
        loss = criterion(model(inputs), targets)
        loss.backward()
        optimizer.step()
        by_step[step] = loss.detach()
        all_losses += [loss.detach()]
        if step % 2 == 0:
            slow.appendleft(loss.detach())
    worst = max(by_step, key=by_step.get)
    print(f"worst step {worst} of {len(all_losses)}, last {slow[0]:.4f}")


def main():
    torch.manual_seed(0)
    inputs = torch.randn(256, 8)
    targets = inputs[:, :2].prod(1, keepdim=True)
    loader = DataLoader(TensorDataset(inputs, targets), batch_size=16, shuffle=True)
    model = Regressor(features=8)
    optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
    history = History()
    for epoch in range(3):
        spread = train_epoch(model, loader, optimizer, history)
        print(f"epoch {epoch}: loss {history.mean():.4f}, spread {spread:.4f}")
    fine_tune(model, loader, optimizer)


if __name__ == "__main__":
    main()
