"""Tones told apart by their spectrogram, with SpecAugment-like masks in training."""

import math

import torch
from torch import nn

torch.manual_seed(13)
rate, length = 2000, 1024
window = torch.hann_window(128)


def tones(count):
    labels = torch.randint(0, 3, (count,))
    pitch = 120 * (1 + labels) + 20 * torch.rand(count)
    time = torch.arange(length) / rate
    return torch.sin(2 * math.pi * pitch[:, None] * time) + 0.1 * torch.randn(count, length), labels


def features(waves):
    spectrum = torch.stft(waves, 128, hop_length=64, window=window, return_complex=True)
    return (spectrum.abs() + 1e-3).log()


class Tagger(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Sequential(nn.Conv1d(65, 16, 3, padding=1, bias=False), nn.BatchNorm1d(16), nn.ReLU(), nn.Dropout(0.2))
        self.rnn = nn.GRU(16, 16, batch_first=True)
        self.head = nn.Linear(16, 3)

    def forward(self, x):
        frames, _ = self.rnn(self.conv(x).transpose(1, 2))
        return self.head(frames.mean(1))


def accuracy(model, waves, labels):
    with torch.no_grad():
        right = 0
        for wave, label in zip(waves.split(16), labels.split(16)):
            logits = model(features(wave))  # confirmed by missing-eval-mode: 1 dropout and 1 batch norm
            right += (logits.argmax(1) == label).sum().item()  # refuted(retained_graph): no graph
    return right / len(waves)


model = Tagger()
optimizer = torch.optim.Adam(model.parameters(), lr=5e-3)
criterion = nn.CrossEntropyLoss()
waves, labels = tones(64)
held_out = tones(32)
grad_norms = []
for epoch in range(3):
    model.train()
    for wave, label in zip(waves.split(16), labels.split(16)):
        spectrum = features(wave)
        band = torch.randint(0, 60, ()).item()
        spectrum[:, band : band + 4] = 0
        optimizer.zero_grad()
        loss = criterion(model(spectrum), label)
        loss.backward()
        grad_norms.append(nn.utils.clip_grad_norm_(model.parameters(), 1.0))  # refuted(retained_graph): no graph
        optimizer.step()  # refuted(stale_gradients)
    print(f"epoch {epoch}: {loss.item():.5f} {accuracy(model, *held_out):.3f} {grad_norms[-1].item():.5f}")
