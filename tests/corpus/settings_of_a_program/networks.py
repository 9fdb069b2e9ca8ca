"""Two networks with the same parts."""

from torch import nn


class Deep(nn.Module):
    def __init__(self):
        super().__init__()
        self.drop = nn.Dropout(0.5)
        self.layer = nn.Linear(4, 2)

    def forward(self, x):
        return self.layer(self.drop(x))


class Wide(Deep):
    pass
