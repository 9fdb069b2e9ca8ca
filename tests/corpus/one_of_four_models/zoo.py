"""Four models, of which a program names one; their constructors are long."""

from torch import nn


def block(width):
    return nn.Sequential(nn.Linear(width, width), nn.BatchNorm1d(width), nn.ReLU(), nn.Dropout(0.1))


class Wide(nn.Module):
    def __init__(self, options):
        super().__init__()
        self.first, self.second, self.third = block(options.width), block(options.width), block(options.width)
        self.fourth, self.fifth, self.sixth = block(options.width), block(options.width), block(options.width)
        self.head = nn.Linear(options.width, options.classes)

    def forward(self, x):
        x = self.third(self.second(self.first(x)))
        return self.head(self.sixth(self.fifth(self.fourth(x))))


class Deep(Wide):
    def __init__(self, options):
        super().__init__(options)
        self.seventh, self.eighth, self.ninth = block(options.width), block(options.width), block(options.width)

    def forward(self, x):
        return super().forward(self.ninth(self.eighth(self.seventh(x))))


class Short(nn.Module):
    def __init__(self, options):
        super().__init__()
        self.first, self.second = block(options.width), block(options.width)
        self.head = nn.Linear(options.width, options.classes)

    def forward(self, x):
        return self.head(self.second(self.first(x)))


class Shared(Short):
    def forward(self, x):
        return self.head(self.first(self.first(x)))
