"""A model of parts that a package builds, and a loss of functions that it is given."""

from elsewhere import build_parts
from torch import nn


class Separator(nn.Module):
    def __init__(self, analysis, mask, synthesis):
        super().__init__()
        self.analysis = analysis
        self.mask = mask
        self.synthesis = synthesis

    def forward(self, mixture):
        spectrum = self.analysis(mixture)
        return self.synthesis(spectrum * self.mask(spectrum))


class PairedLoss(nn.Module):
    def __init__(self, distance, reduce):
        super().__init__()
        self.distance = distance
        self.reduce = reduce

    def forward(self, estimate, sources):
        return self.reduce(self.distance(estimate, sources))


def build(settings):
    analysis, mask, synthesis = build_parts(**settings)
    return Separator(analysis, mask, synthesis)
