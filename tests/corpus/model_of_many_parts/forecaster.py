"""Two models of twelve submodules, each of them from another file."""

from heads import DroppedHead, PlainHead
from stages import Attention, Mixer, Patches
from torch import nn


class Forecaster(nn.Module):
    """Only its last submodule has a layer that depends on the mode."""

    def __init__(self, width=32, out=3):
        super().__init__()
        self.patches = Patches(width, 96)
        self.near = Attention(width, 4, window=8)
        self.near_mixer = Mixer(width, 2.0)
        self.middle = Attention(width, 4, window=16)
        self.middle_mixer = Mixer(width, 2.0, depth=2)
        self.far = Attention(width, 8, window=32)
        self.far_mixer = Mixer(width, 4.0, act="relu")
        self.season = Attention(width, 2)
        self.season_mixer = Mixer(width, 1.5, act="silu")
        self.trend = Attention(width, 1)
        self.trend_mixer = Mixer(width, 3.0, depth=1)
        self.head = DroppedHead(width, out)

    def forward(self, x):
        x = self.patches(x)
        x = self.near_mixer(self.near(x)) + self.middle_mixer(self.middle(x)) + self.far_mixer(self.far(x))
        x = self.season_mixer(self.season(x)) + self.trend_mixer(self.trend(x))
        return self.head(x)


class Undropped(nn.Module):
    """The same without such a layer."""

    def __init__(self, width=32, out=3):
        super().__init__()
        self.patches = Patches(width, 48)
        self.near = Attention(width, 4, window=4)
        self.near_mixer = Mixer(width, 2.5)
        self.middle = Attention(width, 4, window=12)
        self.middle_mixer = Mixer(width, 2.5, depth=2)
        self.far = Attention(width, 8, window=24)
        self.far_mixer = Mixer(width, 4.5, act="relu")
        self.season = Attention(width, 2, window=6)
        self.season_mixer = Mixer(width, 1.25, act="silu")
        self.trend = Attention(width, 1, window=2)
        self.trend_mixer = Mixer(width, 3.5, depth=1)
        self.head = PlainHead(width, out)

    def forward(self, x):
        x = self.patches(x)
        x = self.near_mixer(self.near(x)) + self.middle_mixer(self.middle(x)) + self.far_mixer(self.far(x))
        x = self.season_mixer(self.season(x)) + self.trend_mixer(self.trend(x))
        return self.head(x)
