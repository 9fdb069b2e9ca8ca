"""Objects of which only a run knows whether they are SummaryWriters."""

import importlib
import tempfile

import torch
from torch import nn
from torch.nn import functional as F
from torch.utils.data import DataLoader, TensorDataset


def train(model: nn.Module, loader: DataLoader, board, means):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for epoch in range(2):
        for x, y in loader:
            loss = F.mse_loss(model(x), y)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            board.add_scalar("loss", loss.item(), epoch)  # suspected: each batch writes "loss" at step `epoch`
            means.add_scalar("loss", loss.item(), epoch)  # suspected: at step `epoch`  # refuted


def made(name, *arguments):
    module, _, last = name.rpartition(".")
    return getattr(importlib.import_module(module), last)(*arguments)


data = TensorDataset(torch.randn(16, 2), torch.randn(16, 1))
with tempfile.TemporaryDirectory() as folder:
    board = made("torch.utils.tensorboard.SummaryWriter", folder)
    train(nn.Linear(2, 1), DataLoader(data, batch_size=4), board, made("unittest.mock.MagicMock"))
    board.close()


class Phases:
    """Writes to one board for each phase."""

    def __init__(self, boards):
        self.boards = boards

    def add_scalar(self, tag, value, phase, step=0):
        self.boards[phase].add_scalar(tag, value, step)


class Learner:
    def __init__(self, writer):
        self.writer = writer

    def fit(self, model, loader, optimizer, epochs):
        for epoch in range(epochs):
            for i, rows in enumerate(loader):
                loss = model(rows).mean()
                loss.backward()
                optimizer.step()
                optimizer.zero_grad()
                step = epoch * len(loader) + i
                if step % 50 == 0:
                    self.writer.add_scalar("rate", optimizer.param_groups[0]["lr"], "train", step)
