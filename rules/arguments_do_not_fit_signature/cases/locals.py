"""Variables that have the name of an attribute."""

from torch import nn


class Block(nn.Module):
    def forward(self, x, time):
        return x * time


class Decoder(nn.Module):
    norm = None

    def __init__(self):
        super().__init__()
        block = Block()
        self.block = block
        self.norm = Block()

    def forward(self, x, time):
        x = self.norm(x)
        return self.block(x)  # finding: `Block.forward` is called without `time`
