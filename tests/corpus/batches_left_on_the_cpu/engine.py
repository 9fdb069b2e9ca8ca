"""A trainer and functions that get a model, which is moved, and batches, which some of them move."""

import torch
from torch import nn


def to_device(batch, device):
    return [part.to(device) for part in batch]


class Trainer:
    def __init__(self, model, loader, args):
        self.device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        self.model = model.to(self.device)
        self.loader = loader
        self.criterion = nn.CrossEntropyLoss()
        self.optimizer = torch.optim.SGD(self.model.parameters(), lr=args.lr)

    def train_step(self, batch):
        x, y = batch
        x = x.to(self.device)
        self.optimizer.zero_grad()
        loss = self.criterion(self.model(x), y)  # finding: comes from a DataLoader and is on the CPU
        loss.backward()
        self.optimizer.step()

    def train_step_well(self, batch):
        x, y = to_device(batch, self.device)
        self.optimizer.zero_grad()
        loss = self.criterion(self.model(x), y)
        loss.backward()
        self.optimizer.step()

    def fit_with_labels_left(self):
        for batch in self.loader:
            self.train_step(batch)

    def fit(self):
        for batch in self.loader:
            self.train_step_well(batch)

    @torch.no_grad()
    def evaluate_left(self, loader):
        self.model.eval()
        right = 0
        for x, y in loader:
            scores = self.model(x)  # finding: comes from a DataLoader and is on the CPU
            right += (scores.argmax(1) == y.to(self.device)).sum()
        return right

    @torch.no_grad()
    def evaluate(self, loader):
        self.model.eval()
        right = 0
        for x, y in loader:
            scores = self.model(x.to(self.device))
            right += (scores.argmax(1).cpu() == y).sum()
        return right


@torch.no_grad()
def evaluate(model, loader, device):
    for x, y in loader:
        out = model(x)  # finding: comes from a DataLoader and is on the CPU
        print(out.argmax(1) == y)


@torch.no_grad()
def evaluate_well(model, loader, device):
    for x, y in loader:
        x, y = x.to(device), y.to(device)
        out = model(x)
        print(out.argmax(1) == y)
