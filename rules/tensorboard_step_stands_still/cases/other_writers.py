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
