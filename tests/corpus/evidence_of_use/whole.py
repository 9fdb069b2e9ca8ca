"""A whole that is given its parts."""

from torch import nn


class Speaker(nn.Module):
    def __init__(self, encoder, decoder):
        super().__init__()
        self.encoder, self.decoder = encoder, decoder

    def forward(self, x):
        words, _ = self.decoder(self.encoder(x))
        return words
