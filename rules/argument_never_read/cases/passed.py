"""Arguments that are passed to what never reads them."""

import torch
from torch import nn
from torch.utils.data import Dataset


class Rows(Dataset):
    def __init__(self, rows, augment=False, scale=1.0):
        self.rows, self.scale = rows, scale

    def __len__(self):
        return len(self.rows)

    def __getitem__(self, index):
        return self.rows[index] * self.scale


class Settings:
    augment = True


settings = Settings()
train = Rows(torch.zeros(4, 3), augment=settings.augment, scale=2.0)  # finding: `Rows` never reads `augment`


class Norm(nn.Module):
    def __init__(self, width, eps=1e-5, momentum=0.1):
        super().__init__()
        self.norm = nn.BatchNorm1d(width, eps)

    def forward(self, x):
        return self.norm(x)


class OtherNorm(Norm):
    pass


norm = Norm(3, 1e-3, 0.01)  # finding: `Norm` never reads `momentum`, so passing `0.01` has no effect
again = Norm(3, momentum=0.01)  # said already
other = OtherNorm(3)
passes_nothing = Norm(3, momentum=0.1)


class Attention(nn.Module):
    def __init__(self, width, heads=1, bias=True):
        super().__init__()
        self.proj = nn.Linear(width, width)

    def forward(self, x, mask=None):
        return self.proj(x).softmax(dim=-1)


class Encoder(nn.Module):
    def __init__(self, width, heads=4):
        super().__init__()
        self.attention = Attention(
            width,
            heads,  # only passed on
            bias=False,  # suspected: `Attention` never reads `bias`
        )

    def forward(self, x, lengths):
        mask = torch.arange(x.shape[1]) < lengths[:, None]
        return self.attention(x, mask=mask.logical_not())  # finding: `Attention.forward` never reads `mask`


encoder = Encoder(3)
print(encoder(torch.zeros(2, 4, 3), torch.tensor([2, 4])))


class Wide(nn.Module):
    def __init__(self, width, gain=1.0):
        super().__init__()
        self.layer = nn.Linear(width, width)

    def forward(self, x):
        return self.layer(x)


class Gained(Wide):
    def __init__(self, width, gain=1.0):
        super().__init__(width)
        self.gain = gain

    def forward(self, x):
        return self.gain * super().forward(x)


def make(is_gained):
    kind = Gained if is_gained else Wide
    return kind(3, gain=3.0)  # suspected: `Wide` never reads `gain`


class Distilled(nn.Module):
    def __init__(self, teacher, width, freeze=False):
        super().__init__()
        self.teacher = teacher.eval()
        self.start = nn.Parameter(torch.stack([torch.zeros(width)] * 2))

    def forward(self, x, use_cache=False):
        return self.teacher(x) + self.start


student = Distilled(norm, 3, freeze=True)  # finding: `Distilled` never reads `freeze`
print(student(torch.zeros(2, 3), use_cache=True))  # of no result


class Spread:
    def __init__(self, pairs, shape, times=300):
        self.pairs = 20  # suspected: `Spread` never reads `pairs`
        self.shape = (3, 3)  # suspected: `Spread` never reads `shape`
        self.times = 300  # suspected: `Spread` never reads `times`
