import torch
import torch.nn.functional
from torch import nn
from torch.nn.functional import dropout, dropout2d


class Block(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.conv = nn.Conv2d(3, width, 3)

    def forward(self, image):
        features = dropout2d(self.conv(image))  # finding: pass `training=self.training`
        features = dropout(features, 0.1)  # finding: `dropout` is active in eval mode too
        return torch.nn.functional.dropout(features, p=0.2, inplace=True)  # finding: is active in eval mode too


class OneOfTwo(nn.Module):
    """The first one is right, so the author knows; the second was forgotten."""

    def __init__(self):
        super().__init__()
        self.first, self.second = nn.Linear(8, 8), nn.Linear(8, 8)

    def forward(self, x):
        x = dropout(self.first(x), p=0.3, training=self.training)
        return dropout(self.second(x), p=0.3)  # finding: is active in eval mode too


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(8, 8)

    def encode(self, x):
        return nn.functional.dropout(self.layer(x), 0.3)  # finding: `nn.functional.dropout` is active in eval mode too

    def forward(self, x):
        return self.encode(x)


class OtherName(nn.Module):
    def forward(this, x):
        return dropout(x)  # finding: pass `training=this.training`
