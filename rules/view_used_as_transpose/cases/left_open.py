import torch
from torch import nn


class Sequences(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.conv = nn.Conv1d(width, 2 * width, 3)
        self.norm = nn.BatchNorm1d(2 * width)
        self.single = nn.Conv2d(width, 1, 3)

    def forward(self, tokens):
        x = self.norm(torch.relu(self.conv(tokens)))
        return x.view(x.size(0), x.size(2), -1)  # finding: elements, so it scrambles `x`; permute it first

    def squeezed(self, images):
        x = self.single(images)
        return x.view(x.size(0), x.size(2), -1)


def of_spectrograms(mel):
    return mel.reshape(mel.shape[0], mel.shape[2], -1)  # suspected: elements, so it scrambles


def in_order(x):
    rows = x.view(x.size(0), -1, x.size(2)), x.view(x.size(0), x.size(1), -1), x.view(x.size(1), x.size(2), -1)
    return rows, x.view(x.size(0), x.size(1), -1, x.size(3)), x.view(x.size(0) * x.size(1), -1)
