"""Attributes of the object itself that `object` and PyTorch's class are told to set, by names that are not shown."""

from torch import nn


class Outright(nn.Module):
    def __init__(self, **settings):
        super().__init__()
        for name, value in settings.items():
            object.__setattr__(self, name, value)

    def forward(self, x):
        return x * self.power


class Added(nn.Module):
    def __init__(self, **layers):
        super().__init__()
        for name, layer in layers.items():
            nn.Module.add_module(self, name, layer)

    def forward(self, x):
        return self.encoder(x)


class AddedToPart(nn.Module):
    def __init__(self, inner, **layers):
        super().__init__()
        self.inner = inner
        for name, layer in layers.items():
            nn.Module.add_module(self.inner, name, layer)

    def forward(self, x):
        return self.decoder(x)  # suspected: `self.decoder` raises AttributeError
