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
