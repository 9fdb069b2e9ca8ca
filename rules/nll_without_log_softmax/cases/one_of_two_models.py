"""One of two models by a setting: each call fits one of them, and only one of them gives log-probabilities."""

import argparse

import torch
import torch.nn.functional as F
from elsewhere import batches
from torch import nn


class Recurrent(nn.Module):
    def __init__(self):
        super().__init__()
        self.cell = nn.GRU(8, 8)
        self.head = nn.Linear(8, 5)

    def forward(self, x, state):
        output, state = self.cell(x, state)
        return self.head(output), state


class Attending(nn.Module):
    def __init__(self):
        super().__init__()
        self.head = nn.Linear(8, 5)

    def forward(self, x, mask=None):
        return F.log_softmax(self.head(x), dim=-1)


class RecurrentLog(Recurrent):
    def forward(self, x, state):
        output, state = self.cell(x, state)
        return F.log_softmax(self.head(output), dim=-1), state


parser = argparse.ArgumentParser()
parser.add_argument("--attend", action="store_true")
args = parser.parse_args()
criterion = nn.NLLLoss()
if args.attend:
    model = Attending()
    right = Attending()
else:
    model = Recurrent()
    right = RecurrentLog()
optimizer = torch.optim.SGD([*model.parameters(), *right.parameters()], lr=0.1)


def train():
    state = torch.zeros(1, 4, 8)
    for x, y in batches:
        if args.attend:
            output = model(x)
        else:
            output, state = model(x, state.detach())
        optimizer.zero_grad()
        criterion(output.view(-1, 5), y).backward()  # suspected: is raw layer output on one path
        optimizer.step()


def train_right():
    state = torch.zeros(1, 4, 8)
    for x, y in batches:
        if args.attend:
            output = right(x)
        else:
            output, state = right(x, state.detach())
        optimizer.zero_grad()
        criterion(output.view(-1, 5), y).backward()
        optimizer.step()


def train_apart():
    state = torch.zeros(1, 4, 8)
    for x, y in batches:
        optimizer.zero_grad()
        if args.attend:
            output = model(x)
        else:
            output, state = model(x, state.detach())
        if args.attend:
            criterion(output.view(-1, 5), y).backward()
        optimizer.step()


train()
train_right()
train_apart()
