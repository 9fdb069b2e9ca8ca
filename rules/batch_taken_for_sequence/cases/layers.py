import torch
from torch import nn


class Encoded(nn.Module):
    def __init__(self, width=8):
        super().__init__()
        layer = nn.TransformerEncoderLayer(width, 2, 16)
        self.encoder = nn.TransformerEncoder(layer, 2)
        self.gru, self.drop, self.out = nn.GRU(width, width), nn.Dropout(0.1), nn.Linear(width, 3)
        self.attention = nn.MultiheadAttention(width, 2, 0.0, True)

    def forward(self, x):
        first = self.out(self.encoder(x)[:, 0, :])  # finding: `self.encoder` treats dimension 0 as the sequence, but
        encoded = self.drop(self.encoder(x))
        mean = encoded.mean(dim=1)  # finding: treats dimension 0 as the sequence, but `encoded.mean(dim=1)` treats it
        out, _ = self.gru(x)
        most = torch.amax(out, 1)  # finding: `self.gru` treats dimension 0 as the sequence, but `torch.amax(out, 1)`
        last = self.attention(x, x, x)[0][:, -1]  # finding: treats dimension 0 as the sequence, but
        return first, mean + most + last


class Innocent(nn.Module):
    def __init__(self, width=8, **options):
        super().__init__()
        self.encoder = nn.TransformerEncoder(nn.TransformerEncoderLayer(width, 2, 16, batch_first=True), 2)
        self.attention = nn.MultiheadAttention(width, 2, 0.0, True, False, False, None, None, True)
        self.free, self.gru = nn.MultiheadAttention(width, 2, **options), nn.GRU(width, width)
        self.later, self.out = nn.TransformerEncoderLayer(width, 2, 16), nn.Linear(width, 3)

    def forward(self, x):
        mixed, weights = self.attention(x, x, x)
        free, _ = self.free(x, x, x)
        steps = self.encoder(x)[:, 0] + mixed.mean(1) + free[:, 0]
        # the first step, the mean over steps, and what is not of that layer
        y = self.later(x)
        return steps, y[0] + y.mean(0), weights[:, 0], x[:, 0], y.mean(-1), y[:, 0:2]


x = torch.rand(3, 5, 8)
print(Encoded()(x)[1].shape, len(Innocent()(x)))
