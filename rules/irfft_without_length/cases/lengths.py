"""Signals that have an even length, or are given theirs back."""

import torch
import torch.nn.functional as F
from torch.fft import irfft, rfft


def correlate(queries, keys):
    product = rfft(queries.transpose(1, 2)) * rfft(keys.transpose(1, 2)).conj()
    return irfft(product)  # suspected: pass the original length as `n`


def masked(x, keep):
    spectrum = torch.fft.rfft(x, dim=1)
    real, imaginary = spectrum.real * keep, spectrum.imag * keep
    spectrum = torch.complex(real, imaginary)
    return torch.fft.irfft(spectrum, dim=1).float()  # suspected: distorts odd-length signals and makes


def given_back(x):
    return torch.fft.irfft(torch.fft.rfft(x), n=x.shape[-1]) + torch.fft.irfft(torch.fft.rfft(x), x.shape[-1])


def convolved(x, kernel):
    length = x.shape[-1]
    x = F.pad(x, (0, length))
    return torch.fft.irfft(torch.fft.rfft(x) * kernel)


def convolved_by_size(x, kernel, size):
    return torch.fft.irfft(torch.fft.rfft(x, n=size) * torch.fft.rfft(kernel, n=size))


def cut(x, kernel):
    out = torch.fft.irfft(torch.fft.rfft(x) * kernel).float()
    out = out[..., : x.shape[-1]]
    return out, torch.fft.irfft(torch.fft.rfft(x))[..., :10]


def asked(x):
    assert x.shape[-1] % 2 == 0
    return torch.fft.irfft(torch.fft.rfft(x))


def of_a_spectrum(spectrum, args):
    """Nobody says how long the signal was; it may never have been one."""
    return torch.fft.irfft(spectrum), torch.fft.irfft(torch.fft.rfft(spectrum), **args)


def of_pieces(rows):
    """The last 24 values are no odd number; a middle part, or one of rows, may be of any length."""
    even = rows[..., -24:]
    first, middle, top = rows[..., :7], rows[..., 3:], rows[:7]
    return [
        torch.fft.irfft(torch.fft.rfft(even)),
        torch.fft.irfft(torch.fft.rfft(first)),  # finding: pass the original length as `n`
        torch.fft.irfft(torch.fft.rfft(middle)),  # suspected: pass the original length as `n`
        torch.fft.irfft(torch.fft.rfft(top)),  # suspected: pass the original length as `n`
    ]
