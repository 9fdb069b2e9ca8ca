import torch
from torch import nn
from torch.nn import functional as F

PAD = 0


def future(length):
    return torch.ones(length, length, dtype=torch.bool).triu(1)


def past(length, device):
    return torch.tril(torch.ones(length, length, device=device)) == 1


class Own(nn.Module):
    def __init__(self, length):
        super().__init__()
        self.register_buffer("causal", torch.tril(torch.ones(length, length)).bool())
        self.hidden = torch.triu(torch.ones(length, length), diagonal=1) == 1
        self.attention = nn.MultiheadAttention(8, 2, batch_first=True)
        self.encoder = nn.TransformerEncoderLayer(8, 2, 16, batch_first=True)

    def forward(self, x, ids, lengths):
        n = x.shape[1]
        shown, _ = self.attention(x, x, x, attn_mask=self.causal[:n, :n])  # finding: is True for what to keep
        right, _ = self.attention(x, x, x, attn_mask=~self.causal[:n, :n])
        hidden, _ = self.attention(x, x, x, attn_mask=self.hidden)
        padded, _ = self.attention(x, x, x, key_padding_mask=ids != PAD)  # finding: `ids != PAD` is True for what to
        unpadded, _ = self.attention(x, x, x, key_padding_mask=ids == PAD)
        kept = torch.arange(n)[None, :] < lengths[:, None]
        encoded = self.encoder(x, src_key_padding_mask=kept)  # finding: `kept` is True for what to keep, but
        again = self.encoder(x, src_key_padding_mask=~kept)
        return shown + right + hidden + padded + unpadded + encoded + again


def attend(q, k, v, ids):
    n = q.shape[-2]
    wrong = F.scaled_dot_product_attention(q, k, v, future(n))  # finding: `future(n)` is True for what to hide, but
    right = F.scaled_dot_product_attention(q, k, v, ~future(n))
    by_name = F.scaled_dot_product_attention(q, k, v, attn_mask=past(n, q.device))
    logical = F.scaled_dot_product_attention(q, k, v, attn_mask=torch.logical_not(future(n)))
    added = torch.triu(torch.full((n, n), float("-inf")), diagonal=1)
    numbers = F.scaled_dot_product_attention(q, k, v, attn_mask=added)
    pad = ids.eq(PAD)
    of_pads = F.scaled_dot_product_attention(q, k, v, attn_mask=(ids == PAD)[:, None, :])  # finding: with `~`
    inside = F.scaled_dot_product_attention(q, k, v, attn_mask=(ids != PAD)[:, None, :])
    own = F.scaled_dot_product_attention(q, k, v, attn_mask=(torch.triu(torch.ones(n, n), diagonal=1) == 0))
    return wrong + right + by_name + logical + numbers + of_pads + inside + own + pad.sum()


x, ids = torch.randn(2, 5, 8), torch.tensor([[1, 2, 3, 0, 0], [1, 2, 3, 4, 5]])
print(Own(5)(x, ids, torch.tensor([3, 5])).shape, attend(x, x, x, ids).shape)
