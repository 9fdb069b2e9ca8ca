"""Fourier transforms of short pieces of a signal, real or complex."""

import torch

signal, window = torch.randn(2, 4000), torch.hann_window(400)
settings = {"return_complex": True}

pairs = torch.stft(signal, 400, 100, window=window)  # finding: `torch.stft` fails since PyTorch 2.0 without
spectrum = torch.stft(signal, 400, 100, window=window, return_complex=True)
old_pairs = torch.stft(signal, 400, 100, window=window, return_complex=False)
all_given = torch.stft(signal, 400, 100, 400, window, True, "reflect", False, True, True)
unpacked = torch.stft(signal, 400, 100, window=window, **settings)
