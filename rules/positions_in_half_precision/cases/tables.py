"""Tables of angles, of modules that somebody casts in other files, or in none."""

import torch
from torch import nn


class MadeWhenLonger(nn.Module):
    """The table is made in float32 by the constructor; only a text longer than the model's limit needs another."""

    def __init__(self, width, longest=2048):
        super().__init__()
        self.register_buffer("inv_freq", 1.0 / (500 ** (torch.arange(0, width, 2).float() / width)))
        self._fill(longest)

    def _fill(self, length):
        self.length = length
        t = torch.arange(length, dtype=self.inv_freq.dtype)
        freqs = torch.outer(t / 2, self.inv_freq)
        self.register_buffer("cos", freqs.cos(), persistent=False)

    def forward(self, x):
        if x.shape[1] > self.length:
            self._fill(x.shape[1])
        return self.cos[: x.shape[1]]


class MadeOnce(nn.Module):
    def __init__(self, width, longest=2048):
        super().__init__()
        self.register_buffer("inv_freq", 1.0 / (500 ** (torch.arange(0, width, 2).float() / width)))
        self._fill(longest)

    def _fill(self, length):
        t = torch.arange(length, dtype=self.inv_freq.dtype)  # nobody has cast the module by then
        self.register_buffer("cos", torch.outer(t, self.inv_freq).cos(), persistent=False)

    def forward(self, x):
        return self.cos[: x.shape[1]]


class OfWholeNumbers(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.register_buffer("waves", torch.linspace(0, 1, width))
        self.register_buffer("exact", torch.linspace(0, 1, width))
        self.register_buffer("slots", torch.zeros(width))

    def _apply(self, fn, recurse=True):
        exact = self.exact
        super()._apply(fn, recurse)
        self.exact = exact.to(self.exact.device)
        return self

    def forward(self, length):
        whole = torch.arange(length)  # suspected: makes half-precision positions, like `waves`
        early = torch.arange(200) * self.waves[0]  # bfloat16 has all of them
        single = torch.arange(length) * self.exact[0]  # stays float32 when the module is cast
        halves = torch.arange(length, dtype=torch.float32) * self.waves[0]
        slots = torch.arange(length)[:, None] * self.slots.float()
        return (whole[:, None] * self.waves).sin(), early, single, halves, slots

    def of(self, length, dtype):
        counted = torch.arange(length, dtype=dtype)  # suspected: makes half-precision positions, like `waves`
        return (counted * 3.0).cos()

    def both(self, length):
        return self.of(length, dtype=self.waves.dtype)


class LikeItsFrequencies(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.register_buffer("inv_freq", 1.0 / (500 ** (torch.arange(0, width, 2).float() / width)))

    def forward(self, x, length):
        t = torch.arange(length, device=x.device, dtype=self.inv_freq.dtype)  # suspected: like `inv_freq`
        return torch.outer(t, self.inv_freq).cos()


class InFloat32(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.register_buffer("inv_freq", 1.0 / (500 ** (torch.arange(0, width, 2).float() / width)))

    def forward(self, x, length):
        t = torch.arange(length, device=x.device, dtype=torch.float32)
        return torch.outer(t, self.inv_freq).cos()


class Grid(nn.Module):
    """Offsets of cells, which are no angles."""

    def __init__(self):
        super().__init__()
        self.register_buffer("anchors", torch.ones(3))

    def forward(self, width):
        return torch.arange(width).type_as(self.anchors) * 8


def literal(length, frequencies, dtype):
    t = torch.arange(length).half()  # suspected: is float16, which skips integers above 2048
    short = torch.arange(0, 2048, dtype=torch.float16)
    rows = torch.arange(4096, dtype=torch.bfloat16)  # finding: is bfloat16, which skips integers above 256
    unknown = torch.arange(4096, dtype=dtype)
    step = torch.arange(0, length, 2, dtype=torch.bfloat16)
    rest = (short * frequencies, unknown * frequencies, step * frequencies)
    return torch.outer(t, frequencies).sin(), torch.polar(rows, rows[:, None] @ frequencies), rest


def samples(length):
    return torch.arange(4096, dtype=torch.bfloat16) * 2  # numbers to try a kernel on


def cast(model):  # of which nobody knows what it has
    return model.to(torch.bfloat16)
