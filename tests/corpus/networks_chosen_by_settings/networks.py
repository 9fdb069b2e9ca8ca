"""Two networks that give probabilities, and the block that they are made of."""

from torch import nn


class Block(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.layer = nn.Linear(width, width)

    def forward(self, x):
        return self.layer(x).relu()


class Shallow(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.block, self.head = Block(width), nn.Linear(width, 5)

    def forward(self, x):
        return self.head(self.block(x)).softmax(1)


class Deep(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.blocks, self.head = nn.Sequential(Block(width), Block(width)), nn.Linear(width, 5)

    def forward(self, x):
        return self.head(self.blocks(x)).softmax(1)
