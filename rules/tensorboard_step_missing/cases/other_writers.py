"""Objects of which only a run knows whether they are SummaryWriters."""

import importlib
import tempfile

import torch


def write(board, counting):
    for _ in range(4):
        value = torch.rand(3).mean().item()
        board.add_scalar("value", value)  # suspected: "value" is written without a step
        counting.add_scalar("value", value)  # suspected: "value" is written without a step  # refuted


def made(name, *arguments):
    module, _, last = name.rpartition(".")
    return getattr(importlib.import_module(module), last)(*arguments)


with tempfile.TemporaryDirectory() as folder:
    board = made("torch.utils.tensorboard.SummaryWriter", folder)
    write(board, made("unittest.mock.MagicMock"))
    board.close()
