"""Whether a value is lost depends on the length."""

import torch


def smooth(series):
    spectrum = torch.fft.rfft(series)
    spectrum[4:] = 0
    return torch.fft.irfft(spectrum)  # suspected: drops a value of an odd-length signal  # refuted


print(smooth(torch.arange(24.0)).shape)
