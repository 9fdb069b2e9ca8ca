import numpy as np
import torch
from torch import nn

net = nn.Linear(3, 3)
EPS = 1e-8


def clamped(x, eps=1e-8):
    p = torch.sigmoid(net(x))
    q = np.clip(x.numpy(), 1e-8, 1 - 1e-8)  # NumPy's own numbers are more exact
    return p.clamp(1e-6, 1 - 1e-6), p.clamp(min=1e-8), p.clamp(0, 1), p.clamp(max=1 - 0.5), p.clamp(eps, 1 - eps), q


def in_single(x):
    total = x.half().float().sum() + 1e-8
    return torch.log(torch.sigmoid(net(x)) + 1e-8), x / total, x.half() + 1e-4, x.bfloat16() + EPS


def with_a_master_copy(wrap):
    model = nn.Linear(3, 3).half()
    optimizer = wrap(torch.optim.Adam(model.parameters()))
    return optimizer, torch.optim.Adam(net.parameters()), torch.optim.SGD(model.parameters(), lr=0.1)


def back_again():
    model = nn.Linear(3, 3)
    model.half()
    model.float()
    return torch.optim.Adam(model.parameters()), torch.optim.AdamW(net.half().parameters(), eps=1e-4)


def larger_by_default(x):
    model = nn.Linear(3, 3).half()
    return torch.optim.Adadelta(model.parameters()), net(x).clamp_min(1 - 1e-8)


class Angle(nn.Module):
    def __init__(self, eps=1e-8):
        super().__init__()
        self.eps = eps

    def forward(self, cosine):
        return torch.acos(torch.clamp(cosine, -1 + self.eps, 1 - self.eps))


def angles(x):
    return Angle(1e-6)(torch.tanh(net(x)))


def inverse(y):
    y = y.clamp(-0.9999999, 0.9999999)
    return 0.5 * torch.log((1 + y) / (1 - y))
