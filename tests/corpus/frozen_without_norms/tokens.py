"""A model without BatchNorm."""

from torch import nn


class Block(nn.Module):
    def __init__(self, width, settings, norm=nn.LayerNorm):
        super().__init__()
        self.norm = norm(width)
        self.layers = nn.Sequential(nn.Linear(width, width), settings.activation())

    def forward(self, x):
        return x + self.layers(self.norm(x))


class Encoder(nn.Module):
    def __init__(self, settings):
        super().__init__()
        self.depth, self.blocks = settings.depth, nn.ModuleList()
        for _ in range(settings.depth):
            self.blocks.append(Block(settings.width, settings))

    def forward(self, x):
        for number in range(self.depth):
            x = self.blocks[number](x)
        return x


class Tokens(nn.Module):
    def __init__(self, settings):
        super().__init__()
        self.encoder = Encoder(settings)
        self.decoder = nn.Linear(settings.width, settings.width)

    def forward(self, x):
        return self.decoder(self.encoder(x))
