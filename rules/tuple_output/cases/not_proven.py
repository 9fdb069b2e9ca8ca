"""Tuples that may be of one kind, and tuples that nobody is seen to take apart: suspected; beside them the proven."""

import torch
import torch.nn as nn


class Span(nn.Module):
    """Where an answer begins, and where it ends: one layer gives both."""

    def __init__(self):
        super().__init__()
        self.body, self.ends = nn.Linear(8, 8), Ends()

    def forward(self, x):
        first, last = self.ends(torch.relu(self.body(x)))
        return first, last  # suspected: `Span.forward` returns 2 different things


class Ends(nn.Module):
    def __init__(self):
        super().__init__()
        self.left, self.right = nn.Linear(8, 5), nn.Linear(8, 5)

    def forward(self, x):
        return self.left(x), self.right(x)


class Head(nn.Module):
    def __init__(self, width, scale):
        super().__init__()
        self.out, self.scale = nn.Linear(width, 4), scale

    def forward(self, x):
        return self.out(x) * self.scale


class Supervised(nn.Module):
    """The same map from three depths, two of them for the loss."""

    def __init__(self):
        super().__init__()
        self.low, self.high = nn.Linear(8, 6), nn.Linear(6, 3)
        self.main, self.near, self.far = Head(3, 1.0), Head(6, 0.5), Head(8, 0.5)

    def forward(self, x):
        low = torch.relu(self.low(x))
        high = torch.relu(self.high(low))
        return self.main(high), self.near(low), self.far(x)  # suspected: `Supervised.forward` returns 3 different things


class Widths(nn.Module):
    """Two layers of one output size, from inputs of two."""

    def __init__(self):
        super().__init__()
        self.low, self.from_low, self.from_both = nn.Linear(8, 6), nn.Linear(6, 4), nn.Linear(14, 4)

    def forward(self, x):
        low = self.low(x)
        return self.from_low(low), self.from_both(torch.cat([x, low], 1))  # suspected: `Widths.forward` returns 2


class Unused(nn.Module):
    """A value and a policy, of which nobody takes one out."""

    def __init__(self):
        super().__init__()
        self.policy, self.value = nn.Linear(8, 4), nn.Linear(8, 1)

    def forward(self, x):
        return self.policy(x), self.value(x)  # suspected: `Unused.forward` returns 2 different things


class Numbered(Unused):
    """The same, where what comes is asked for by number."""

    def forward(self, x):
        return self.policy(x).exp(), self.value(x)  # finding: `Numbered.forward` returns 2 different things


class Spread(Unused):
    """The same, handed on with a star."""

    def forward(self, x):
        return self.policy(x).tanh(), self.value(x)  # finding: `Spread.forward` returns 2 different things


class Ended(nn.Module):
    """Layers in sequences, which end differently."""

    def __init__(self):
        super().__init__()
        self.real = nn.Sequential(nn.Linear(8, 1), nn.Sigmoid())
        self.label = nn.Sequential(nn.Linear(8, 5), nn.Softmax(1))

    def forward(self, x):
        return self.real(x), self.label(x)  # finding: `Ended.forward` returns 2 different things


class Repeated(nn.Module):
    """Layers in sequences, which end alike."""

    def __init__(self):
        super().__init__()
        self.one = nn.Sequential(nn.Linear(8, 6), nn.ReLU(), nn.Linear(6, 3))
        self.other = nn.Sequential(nn.Linear(8, 4), nn.ReLU(), nn.Linear(4, 3))

    def forward(self, x):
        return self.one(x), self.other(x)  # suspected: `Repeated.forward` returns 2 different things


def shown(policy, value):
    return policy.argmax(1), value.mean()


def main():
    x = torch.randn(2, 8)
    first, last = Span()(x)
    out, near, far = Supervised()(x)
    narrow, wide = Widths()(x)
    print(first, last, out, near, far, narrow, wide, Unused()(x))
    found = Numbered()(x)
    print(found[0].argmax(1), shown(*Spread()(x)))
    real, label = Ended()(x)
    one, other = Repeated()(x)
    print(real, label, one, other)


if __name__ == "__main__":
    main()
