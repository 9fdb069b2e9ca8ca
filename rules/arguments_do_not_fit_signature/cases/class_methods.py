"""Objects that class methods make: the project's own, and those of libraries."""

import pytorch_lightning as pl
import torch
from torch import nn
from transformers import PreTrainedModel


class Tagger(pl.LightningModule):
    def __init__(self, width):
        super().__init__()
        self.layer = nn.Linear(width, 4)

    def tag(self, x, threshold=0.5):
        return self.layer(x) > threshold


class Encoder(PreTrainedModel):
    def forward(self, x, mask):
        return x * mask


class Stored(nn.Module):
    @classmethod
    def load(cls, path, with_rest=False):
        model = cls()
        state = torch.load(path, weights_only=True)
        rest = model.load_state_dict(state, strict=False)
        if with_rest:
            return model, rest
        return model


class Scaled(Stored):
    def forward(self, x, scale):
        return x * scale


class Shifted(Stored):
    def __init__(self, shift=1.0):
        super().__init__()
        self.shift = shift

    def forward(self, x):
        return x + self.shift


class Chosen(nn.Module):
    """Decides itself what it makes."""

    @classmethod
    def load(cls, path):
        return torch.load(path, weights_only=False)

    def forward(self, x, scale):
        return x * scale


class OwnLoader(pl.LightningModule):
    @classmethod
    def load_from_checkpoint(cls, path):
        return torch.load(path, weights_only=False)

    def tag(self, x):
        return x > 0


def tag(path, x):
    tagger = Tagger(8)
    tagger = tagger.load_from_checkpoint(path).cuda()
    own = OwnLoader.load_from_checkpoint(path)
    return (
        tagger.tag(x, threshold=0.4),
        tagger.tag(x, limit=0.4),  # finding: `Tagger.tag` has no parameter `limit`
        own.tag(x, limit=0.4),
    )


def encode(path, x, mask):
    encoder = Encoder.from_pretrained(path)
    return encoder(x, mask), encoder(x)  # finding: `Encoder.forward` is called without `mask`


def scale(path, x):
    scaled, shifted, chosen = Scaled.load(path), Shifted.load(path), Chosen.load(path)
    first = scaled(x)  # finding: `Scaled.forward` is called without `scale`
    return first, scaled(x, 2), shifted(x), chosen(x)
