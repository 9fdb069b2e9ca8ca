"""Attention layers return what they attended to and their weights, as nn.MultiheadAttention does."""

import torch
import torch.nn as nn
import torch.nn.functional as F


class Attention(nn.Module):
    def __init__(self, width=8):
        super().__init__()
        self.full_att = nn.Linear(width, 1)

    def forward(self, encoder_out, decoder_hidden):
        att = self.full_att(F.relu(encoder_out + decoder_hidden[:, None])).squeeze(2)
        alpha = F.softmax(att, dim=1)
        attention_weighted_encoding = (encoder_out * alpha.unsqueeze(2)).sum(dim=1)
        return attention_weighted_encoding, alpha


class FullAttention(nn.Module):
    """Hands its weights out only where they are asked for."""

    def __init__(self, output_attention=False):
        super().__init__()
        self.output_attention = output_attention
        self.dropout = nn.Dropout(0.1)

    def forward(self, queries, keys, values):
        scores = torch.einsum("blhe,bshe->bhls", queries, keys)
        A = self.dropout(torch.softmax(scores / queries.size(-1) ** 0.5, dim=-1))
        V = torch.einsum("bhls,bshd->blhd", A, values)
        if self.output_attention:
            return V.contiguous(), A
        return V.contiguous(), None


class Wrapped(nn.Module):
    """PyTorch's own layer, passed through."""

    def __init__(self, width=8):
        super().__init__()
        self.mha = nn.MultiheadAttention(width, 2)

    def forward(self, x):
        out, weights = self.mha(x, x, x)
        return out, weights


def try_out():
    attention, full, wrapped = Attention(), FullAttention(), Wrapped()
    context, alpha = attention(torch.randn(2, 5, 8), torch.randn(2, 8))
    q = torch.randn(2, 5, 2, 4)
    V, _ = full(q, q, q)
    out, weights = wrapped(torch.randn(5, 2, 8))
    return context, alpha, V, out, weights


if __name__ == "__main__":
    try_out()
