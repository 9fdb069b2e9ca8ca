"""Calls of what is deprecated on its page only, and of what has nearly the same name."""

import torch
from torch import nn
from torch.nn import UpsamplingBilinear2d

rows = torch.rand(4, 3)


def lengths():
    one = torch.norm(rows, dim=1)  # finding: use `torch.linalg.vector_norm` or `torch.linalg.matrix_norm`
    return one, rows.norm(dim=1), torch.linalg.norm(rows), torch.linalg.vector_norm(rows, dim=1)


def parts():
    u, s, v = torch.svd(rows)  # finding: use `torch.linalg.svd`, which returns `Vh` instead
    return u, s, v, rows.svd(), torch.linalg.svd(rows, full_matrices=False)


class Decoder(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.first = nn.Upsample(scale_factor=2, mode="bilinear", align_corners=True)
        self.second = nn.UpsamplingNearest2d(size)  # finding: `torch.nn.UpsamplingNearest2d` is deprecated in the documentation
        self.third = UpsamplingBilinear2d(scale_factor=2)  # finding: use `torch.nn.Upsample`
        self.norm = nn.LayerNorm(3)

    def forward(self, images):
        if isinstance(self.second, nn.UpsamplingNearest2d):
            images = self.first(images)
        return self.norm(self.third(self.second(images)))


def length(x):
    if hasattr(torch.linalg, "vector_norm"):
        return torch.linalg.vector_norm(x)
    return torch.norm(x)
