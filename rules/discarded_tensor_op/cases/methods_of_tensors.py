"""Methods that only tensors have, on parameters of which nothing is known."""

import torch
from torch import nn


class Reader(nn.Module):
    def __init__(self, channels_last, repository):
        super().__init__()
        self.channels_last = channels_last
        self.conv = nn.Conv2d(3, 8, 3)

    def forward(self, x):
        if self.channels_last:
            x.contiguous(memory_format=torch.channels_last)  # suspected: leaves `x` unchanged; assign it
        return self.conv(x)


def prepare(rows, parts, repository, batch):
    rows.detach()  # suspected: leaves `rows` unchanged; assign it
    parts.half()
    repository.clone("https://example.org/data.git")
    batch.pin_memory()
    return rows, parts, batch


class Windows:
    def __init__(self, rows):
        self.rows = rows

    def turned(self, x, board):
        x.permute(0, 2, 1)  # suspected: leaves `x` unchanged; assign it
        self.rows.contiguous()  # suspected: leaves `self.rows` unchanged; assign it
        board.flip(1)
        board.expand(1)
        board.transpose(4)
        return x, board


def scored(make, rows):
    model: nn.Module = make()
    scores = model(rows)
    scores.float()  # suspected: leaves `scores` unchanged; assign it
    scores.update(rows)
    return scores
