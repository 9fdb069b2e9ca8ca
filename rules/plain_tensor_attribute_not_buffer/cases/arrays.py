"""Tensors made of arrays that NumPy has loaded or made."""

import numpy as np
import torch
from torch import nn


class Masked(nn.Module):
    def __init__(self, path):
        super().__init__()
        self.body = nn.Linear(8, 2)
        self.mask = torch.Tensor(np.load(path))  # finding: does not move with the model
        self.scale = torch.tensor(np.sqrt(2.0))  # a scalar works with tensors of any device
        self.register_buffer("shift", torch.tensor(np.zeros(8)))

    def forward(self, x):
        return self.body(x * self.mask * self.scale + self.shift)


class Positions(nn.Module):
    """The tables are made by functions that return them."""

    def __init__(self, length, width, device):
        super().__init__()
        self.body = nn.Linear(width, width)
        self.table = self._table(length, width)  # finding: `self.table` does not move with the model
        self.shift = shift_of(width)  # finding: `self.shift` does not move with the model
        self.placed = shift_on(width, device)  # suspected: `self.placed` stays on the device that the constructor puts it on
        self.offset = self._offset(width)  # a scalar works with tensors of any device
        self.register_buffer("kept", self._table(length, width))

    def _table(self, length, width):
        angles = np.array([[at / 10000 ** (column / width) for column in range(width)] for at in range(length)])
        angles[:, 0::2] = np.sin(angles[:, 0::2])
        return torch.FloatTensor(angles).unsqueeze(0)

    def _offset(self, width):
        return torch.tensor(np.array(width))

    def forward(self, x):
        x = self.body(x) + self.table[:, : x.size(1)].clone() + self.kept[:, : x.size(1)]
        return (x + self.shift + self.placed) * self.offset


def shift_of(width):
    return torch.zeros(width)


def shift_on(width, device):
    return torch.zeros(width).to(device)


class Filtered(nn.Module):
    def __init__(self, low, high, gain, size):
        super().__init__()
        pair = np.concatenate((low.T, high.T), axis=0)
        steps = np.sqrt(np.array([1.0, 2.0, 4.0]).astype("float32") / size)
        largest = np.array(gain)
        self.filters = torch.from_numpy(pair)  # finding: does not move with the model
        self.window = torch.FloatTensor(gain)  # finding: does not move with the model
        self.steps = torch.as_tensor(2 * steps)  # finding: does not move with the model
        self.gain = torch.as_tensor(largest)  # perhaps an array of a single number
        self.most = torch.as_tensor(np.max(pair))  # a single number

    def forward(self, x):
        x = torch.matmul(x * self.window, self.filters) * self.steps
        return x * self.gain / self.most


net = Masked("mask.npy").cuda()
print(net(torch.rand(4, 8).cuda()))
print(Positions(5, 8, "cuda").cuda()(torch.rand(2, 5, 8).cuda()))
