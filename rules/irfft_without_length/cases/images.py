"""Transforms of several dimensions, of which the last is halved."""

import torch
from torch import nn


class Filter(nn.Module):
    def __init__(self, height, width, channels):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(height, width, channels, 2))

    def forward(self, x):
        spectrum = torch.fft.rfft2(x, dim=(1, 2), norm="ortho")
        spectrum = spectrum * torch.view_as_complex(self.weight)
        return torch.fft.irfft2(spectrum, dim=(1, 2), norm="ortho")  # suspected: pass the original length as `s`

    def with_size(self, x):
        spectrum = torch.fft.rfft2(x, dim=(1, 2), norm="ortho")
        return torch.fft.irfft2(spectrum, s=x.shape[1:3], dim=(1, 2), norm="ortho")


def smooth(volume, mask):
    return torch.fft.irfftn(torch.fft.rfftn(volume) * mask)  # suspected: pass the original length as `s`


def whole(volume, mask):
    return torch.fft.ifftn(torch.fft.fftn(volume) * mask).real


def demonstrate():
    even, odd = torch.randn(3, 15, 64), torch.randn((3, 16, 15))
    image = torch.randn(4, 32, 33)
    print(torch.fft.irfft2(torch.fft.rfft2(torch.randn(3, 15, 64))), even, odd)
    return torch.fft.irfft2(torch.fft.rfft2(image))  # finding: pass the original length as `s`
