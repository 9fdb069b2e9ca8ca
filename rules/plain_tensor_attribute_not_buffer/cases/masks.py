"""Masks that a comparison makes, methods of the input that a tensor is passed to, and several tensors at once."""

import torch
import torch.nn.functional as F
from torch import nn


class Causal(nn.Module):
    def __init__(self, length):
        super().__init__()
        self.mask = torch.tril(torch.ones(length, length))  # finding: `self.mask` does not move with the model
        self.hidden = torch.ones(length, length) == 0  # finding: `self.hidden` does not move with the model
        self.moved = torch.tril(torch.ones(length, length))
        self.asked = torch.zeros(length)

    def forward(self, scores):
        size = scores.size(-1)
        scores = scores.masked_fill(self.mask[:size, :size] == 0, float("-inf"))
        scores.masked_fill_(self.hidden[:size, :size], -1e9)
        if (self.asked == 0).all():
            size = 0
        return scores.masked_fill((self.moved == 0).to(scores.device), size)


class Heads(nn.Module):
    def __init__(self, width, length):
        super().__init__()
        self.qkv = nn.Linear(width, 3 * width)
        self.mask = torch.ones(length, length).tril()  # finding: `self.mask` does not move with the model
        self.counted = torch.ones(3)

    def forward(self, x):
        q, k, v = (part.unflatten(-1, (4, -1)).transpose(1, 2) for part in self.qkv(x).chunk(3, -1))
        sizes = [size * self.counted for size in range(3)]
        scores = (q @ k.mT).masked_fill(self.mask[: x.size(1), : x.size(1)] == 0, float("-inf"))
        return scores.softmax(-1) @ v, sizes


class Pairs(nn.Module):
    def __init__(self, mean=(0.1, 0.2), scale=1.0):
        super().__init__()
        low = torch.zeros(2)
        high = torch.ones(2)
        self.low, self.high = low, high  # finding: `self.low` does not move with the model  # finding: `self.high` does not move
        self.mean = torch.as_tensor(mean)  # finding: `self.mean` does not move with the model
        self.scale = torch.as_tensor(scale)
        self.first = self.other = torch.ones(2)  # finding: `self.first` does not move with the model

    def forward(self, x):
        return x.clamp(self.low, self.high).sub(self.mean).mul(self.scale).matmul(self.first)


class Policy(nn.Module):
    def __init__(self, actions):
        super().__init__()
        self.body = nn.Linear(4, actions)
        self.log_std = torch.zeros(actions, requires_grad=True)  # finding: `self.log_std` is not trained, saved or moved
        self.trained = nn.Parameter(torch.zeros(actions))

    def forward(self, x):
        mean = F.relu(self.body(x))
        return torch.distributions.Normal(mean, self.log_std.exp()), self.trained


class Spectrum(nn.Module):
    def __init__(self, size=512):
        super().__init__()
        self.size = size
        self.window = torch.hann_window(size)  # finding: `self.window` does not move with the model
        self.moved = torch.hann_window(size)

    def forward(self, wave):
        spectrum = torch.stft(wave, self.size, window=self.window, return_complex=True)
        return torch.istft(spectrum, self.size, window=self.moved.to(wave.device))
