"""Modules that a library makes, or what the constructor is given: nothing here shows their parameters."""

from timm.models.vision_transformer import Block
from torch import nn
from torchvision.models import resnet18
from torchvision.transforms import Normalize
from transformers.models.bert.modeling_bert import BertLayer


class OfLibraries(nn.Module):
    def __init__(self, depth, config):
        super().__init__()
        self.blocks = [Block(8, 2) for _ in range(depth)]  # suspected: `self.blocks` is a plain list
        self.layers = [BertLayer(config) for _ in range(depth)]  # suspected: `self.layers` is a plain list
        self.branches = {"left": resnet18(), "right": resnet18()}  # suspected: `self.branches` is a plain dict
        self.listed = nn.ModuleList([Block(8, 2) for _ in range(depth)])
        self.scales = [Normalize(0.5, 0.1 * one) for one in range(depth)]
        self.kept = [resnet18()]  # a list of one, as people hide a module on purpose
        self.head = nn.Linear(8, 2)

    def forward(self, x):
        for block, layer in zip(self.blocks, self.layers):
            x = layer(block(x))
        for block, scale in zip(self.listed, self.scales):
            x = scale(block(x))
        return self.head(x) + self.branches["left"](x) + self.branches["right"](x) + self.kept[0](x)


class OfGiven(nn.Module):
    def __init__(self, widths, block, reading, formats):
        super().__init__()
        blocks = [block] * len(widths)
        self.steps = [blocks[i](width) for i, width in enumerate(widths)]  # suspected: `self.steps` is a plain list
        self.plain = [block(width) for width in widths]  # suspected: `self.plain` is a plain list
        self.registered = nn.ModuleList([block(width) for width in widths])
        self.names = [formats(width) for width in widths]  # texts, as nobody calls them
        self.head = nn.Linear(8, 2)
        self.readings = [float(one) for one in reading(widths)]

    def forward(self, x):
        return self.run(x) * len(self.names) * sum(self.readings)

    def run(self, x):
        for i, step in enumerate(self.steps):
            x = step(x)
            x = self.plain[i](x)
            x = self.registered[i](x)
        return self.head(x)
