"""Networks whose parts have names that are put together: an encoder and a decoder, and numbered layers."""

from torch import nn


class Numbered(nn.Module):
    def __init__(self, width):
        super().__init__()
        for i in range(3):
            setattr(self, f"layer{i}", nn.Linear(width, width))
        self.drop = nn.Dropout()

    def forward(self, x):
        for i in range(3):
            x = getattr(self, f"layer{i}")(x).relu()
        return self.drop(x)


class Pair:
    def __init__(self, width):
        setattr(self, "encoder", Numbered(width))
        setattr(self, "decoder", Numbered(width))
