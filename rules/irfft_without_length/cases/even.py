"""Whether a value is lost depends on the length."""

import torch


def smooth(series):
    spectrum = torch.fft.rfft(series)
    spectrum[4:] = 0
    return torch.fft.irfft(spectrum)  # suspected: distorts odd-length signals and makes  # refuted


print(smooth(torch.arange(24.0)).shape)
