import torch
from torch import nn


class Blocks(nn.Module):
    def __init__(self, width=8):
        super().__init__()
        self.attention = nn.MultiheadAttention(width, 2)
        self.other = nn.MultiheadAttention(width, 2)

    def forward(self, x, mask=None, **options):
        first = self.attention(x, x, x, attn_mask=mask)[0]  # finding: pass `need_weights=False`
        second, weights = self.attention(x, x, x, mask, True)  # reported with the first one
        third, shown = self.other(x, x, x)
        fourth, _ = self.other(x, x, x, need_weights=False)
        fifth = self.other(x, x, x, None, False)[0]
        sixth, _ = self.other(x, x, x, **options)
        seventh = self.other(x, x, x, average_attn_weights=False)[0]
        return first + second + third + fourth + fifth + sixth + seventh, shown, self.other(x, x, x)


class Own(nn.Module):
    def forward(self, x, y, z):
        return x + y + z, x


own = Own()
x = torch.rand(3, 2, 8)
mixed, _ = own(x, x, x)
print(Blocks()(x)[0].shape, mixed.shape)
