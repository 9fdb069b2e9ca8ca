import torch
import torch.nn.functional as F
from torch import nn


class Told(nn.Module):
    def forward(self, x):
        x = F.dropout(x, 0.5, self.training)
        x = F.dropout(x, p=0.5, training=True)  # on in eval mode, and it says so
        return F.alpha_dropout(x, 0.5)  # off unless it is told otherwise


class Guarded(nn.Module):
    def __init__(self, p):
        super().__init__()
        self.p = p

    def forward(self, x):
        if self.training and self.p > 0:
            x = F.dropout(x, p=self.p)
        y = F.dropout(x) if self.training else x
        if not self.training:
            return x + y
        return F.dropout(x + y, self.p)


class Computed(nn.Module):
    def forward(self, x):
        p = 0.5 if self.training else 0.0
        return F.dropout(x, p)


class ComputedInTheCall(nn.Module):
    def __init__(self, p):
        super().__init__()
        self.p = p

    def forward(self, x):
        return F.dropout(x, self.p if self.training else 0.0)


class GuardedByCaller(nn.Module):
    def forward(self, x):
        if self.training:
            x = self.noisy(x)
        return x

    def noisy(self, x):
        return F.dropout(x, 0.1)


class DecidedByCaller(nn.Module):
    def forward(self, x, p=0.0):
        return F.dropout(x, p)


class MonteCarlo(nn.Module):
    def forward(self, x, sampling=False):
        if sampling:
            return F.dropout(x, 0.5)
        return x


class KnowsItsModes(nn.Module):
    def __init__(self):
        super().__init__()
        self.p = 0.5

    def train(self, mode=True):
        self.p = 0.5 if mode else 0.0
        return super().train(mode)

    def forward(self, x):
        return F.dropout(x, self.p)


class Handed(nn.Module):
    def forward(self, x, **options):
        return F.dropout(x, **options)


class Trained(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 4)

    def training_step(self, batch, index):
        return self.layer(F.dropout(batch, 0.1)).sum()

    def augmented(self, batch):
        return F.dropout(batch, 0.1)


class Augmentation:
    """No module: it has no mode."""

    def __call__(self, image):
        return F.dropout(image, 0.1)


def augment(image):
    return F.dropout(image, 0.1)


def dropout(x, p=0.5):
    return x


class OwnFunction(nn.Module):
    def forward(self, x):
        return dropout(x, 0.5)


print(augment(torch.ones(3)))
