"""A model whose methods nobody calls by its class: scripts find that by its name."""

import torch
from torch import nn


class Spoken(nn.Module):
    def __init__(self, size=8, letters=5):
        super().__init__()
        self.encoder = nn.GRU(size, size, batch_first=True)
        self.letters = nn.Linear(size, letters)

    def forward(self, sounds, targets):
        hidden, _ = self.encoder(sounds)
        return nn.functional.cross_entropy(self.letters(hidden).flatten(0, 1), targets.flatten())

    def encode(self, sound):
        self.eval()
        hidden, _ = self.encoder(sound.unsqueeze(0))  # suspected: is evaluated with gradients enabled
        return hidden.squeeze(0)

    def transcribe(self, sound):
        hidden = self.encode(sound)
        return self.letters(hidden).argmax(-1).tolist()

    def certainty(self, sound):
        self.eval()
        hidden, _ = self.encoder(sound.unsqueeze(0))  # finding: is evaluated with gradients enabled
        return torch.softmax(self.letters(hidden), dim=-1).max().item()
