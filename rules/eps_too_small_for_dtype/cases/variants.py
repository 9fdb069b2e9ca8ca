import torch
from torch import nn

EPS = 1e-8
net = nn.Linear(3, 3)


def clamped(x):
    p = torch.sigmoid(net(x))
    total = torch.clamp(p, min=EPS, max=1 - EPS).sum()  # finding: `1 - EPS` is exactly 1
    total = total + p.clip(1e-12, 1.0 - 1e-12).sum()  # finding: is exactly 1
    p.clamp_(-1 + 1e-9, 1 - 1e-9)  # finding: is exactly 1 in float32, so clamping to it does nothing
    return total + torch.acos(p)


def in_half(x, mask):
    weights = x.to(torch.float16) * mask.to(torch.float16)
    return weights / (weights.sum() + EPS)  # finding: `EPS` is 0 in float16


def optimizers():
    model = nn.Linear(3, 3)
    model.half()
    model.train()
    yield torch.optim.AdamW(model.parameters(), lr=0.1, eps=1e-8)  # finding: has `eps=1e-8`, which is 0 in float16
    yield torch.optim.RMSprop(net.to(dtype=torch.float16).parameters())  # finding: has the default `eps=1e-8`


def limited(x):
    p = torch.sigmoid(net(x))
    yield torch.acos(p.clamp_max(1 - EPS))  # finding: `1 - EPS` is exactly 1
    yield torch.acos(torch.clamp_max(p, 1 - EPS))  # finding: `1 - EPS` is exactly 1
    yield torch.acos(nn.functional.hardtanh(p, 0, 1 - EPS))  # finding: `1 - EPS` is exactly 1


def sums_of_squares():
    model = nn.Linear(3, 3).half()
    yield torch.optim.Adagrad(model.parameters())  # finding: has the default `eps=1e-10`, which is 0 in float16


class Angle(nn.Module):
    def __init__(self, eps=1e-8):
        super().__init__()
        self.eps = eps

    def forward(self, cosine):
        return torch.acos(torch.clamp(cosine, -1 + self.eps, 1 - self.eps))  # finding: `1 - self.eps` is exactly 1


def angles(x):
    return Angle()(torch.tanh(net(x)))


def inverse(y):
    """Nothing else is known of what has this method."""
    y = y.clamp(-0.99999999, 0.99999999)  # finding: `0.99999999` is exactly 1 in float32
    return 0.5 * torch.log((1 + y) / (1 - y))
