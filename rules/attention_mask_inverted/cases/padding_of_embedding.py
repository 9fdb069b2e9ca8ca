"""Masks of tokens that are compared with the number that an embedding pads with."""

import torch
from torch import nn


class Encoder(nn.Module):
    def __init__(self, padding=0):
        super().__init__()
        self.embed = nn.Embedding(100, 16, padding_idx=0)
        self.layer = nn.TransformerEncoderLayer(16, 4, 32, batch_first=True)
        self.kinds = nn.Embedding(4, 16)

    def forward(self, ids, kinds):
        hidden = self.embed(ids) + self.kinds(kinds)
        seen = ids != 0
        hidden = self.layer(hidden, src_key_padding_mask=seen)  # finding: is True for what to keep
        hidden = self.layer(hidden, src_key_padding_mask=ids == 0)
        # No padding of these is known.
        hidden = self.layer(hidden, src_key_padding_mask=kinds != 0)
        return self.layer(hidden, src_key_padding_mask=ids != 1)  # 1 is another token


ids = torch.tensor([[5, 6, 0], [3, 0, 0]])
print(Encoder()(ids, torch.zeros_like(ids)).shape)
