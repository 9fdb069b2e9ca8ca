"""One model ends in scores, the other one in odds."""

from torch import nn


class Scores(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.layer = nn.Linear(width, 3)

    def forward(self, x):
        return self.layer(x)


class Odds(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.scores, self.last = Scores(width), nn.Softmax(dim=-1)

    def forward(self, x):
        return self.last(self.scores(x))
