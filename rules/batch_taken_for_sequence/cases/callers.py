"""Whether the batch or the sequence comes first, the caller decides."""

import torch
from torch import nn


class First(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = nn.TransformerEncoderLayer(8, 2, 16)

    def forward(self, x):
        return self.encoder(x)[:, 0]  # suspected: treats dimension 0 as the sequence, but  # refuted


class Second(nn.Module):
    def __init__(self, batch_first):
        super().__init__()
        self.encoder = nn.TransformerEncoderLayer(8, 2, 16)

    def forward(self, x):
        return self.encoder(x)[:, 0]  # suspected: treats dimension 0 as the sequence, but `self.encoder(x)[:, 0]`


first = First()
first.encoder.self_attn.batch_first = True
x = torch.rand(3, 5, 8)
print(first(x).shape, Second(batch_first=False)(x).shape, x.transpose(0, 1).shape)
