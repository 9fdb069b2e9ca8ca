"""Where seeds are set again and again, and where that is as it should be."""

import random

import numpy as np
import torch
from torch import nn
from torch.utils.data import Dataset

SEED = 7


class Rows(Dataset):
    def __init__(self, seed: int, phase: str) -> None:
        self.rows, self.seed, self.phase = torch.zeros(8, 4), seed, phase
        random.seed(seed)
        self.order = random.sample(range(8), 8)

    def __len__(self):
        return len(self.rows)


class SameForEach(Rows):
    def __getitem__(self, index):
        torch.manual_seed(SEED)  # suspected: makes each sample draw the same random numbers
        return self.shaken(self.rows[self.order[index]])

    def shaken(self, row):
        random.seed(3)  # finding: makes each sample draw the same random numbers
        return row + random.random()


class OwnForEach(Rows):
    def __getitem__(self, index):
        torch.manual_seed(self.seed + index)
        return self.rows[index] + torch.rand(4)


class InTests(Rows):
    def __getitem__(self, index):
        if self.phase != "train":
            np.random.seed(0)
        return self.rows[index] + np.random.rand(4)


class ImageAndMask(Rows):
    def __getitem__(self, index):
        seed = np.random.randint(2**31)
        torch.manual_seed(seed)
        image = self.rows[index] + torch.rand(4)
        torch.manual_seed(seed)
        return image, self.rows[index] + torch.rand(4)


class GivesItBack(Rows):
    def __getitem__(self, index):
        state = random.getstate()
        random.seed(0)
        noise = random.random()
        random.setstate(state)
        return self.rows[index] + noise


class OtherEpochs(Rows):
    def set_epoch(self, epoch):
        self.seed = epoch

    def __getitem__(self, index):
        random.seed(self.seed)
        return self.rows[index] + random.random()


class Permutation:
    def __init__(self, seed: int) -> None:
        self.seed = seed

    def __call__(self, row):
        np.random.seed(self.seed)  # suspected: makes each sample draw the same random numbers
        return row[np.random.permutation(len(row))]


class Net(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.layer = nn.Linear(4, 1)

    def forward(self, x):
        torch.manual_seed(0)  # finding: makes each step draw the same random numbers
        return self.layer(nn.functional.dropout(x, training=self.training))


def train(model, loader, seed):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for epoch in range(3):
        torch.manual_seed(seed)  # suspected: makes each iteration draw the same random numbers
        random.seed(seed + epoch)
        for x in loader:
            optimizer.zero_grad()
            model(x).sum().backward()
            optimizer.step()


def compare(loader):
    for rate in (0.1, 0.01):
        torch.manual_seed(0)
        model = nn.Linear(4, 1)
        optimizer = torch.optim.SGD(model.parameters(), lr=rate)
        for x in loader:
            optimizer.zero_grad()
            model(x).sum().backward()
            optimizer.step()


def evaluate(model, loader):
    for x in loader:
        torch.manual_seed(0)
        print(model(x + torch.rand(4)).sum().item())


train(Net(), [torch.rand(2, 4)], 3)
compare([torch.rand(2, 4)])
