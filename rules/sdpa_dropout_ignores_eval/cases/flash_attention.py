"""Attention functions of flash-attn, imported where they are used, or where they may be missing."""

from torch import nn

try:
    from flash_attn import flash_attn_kvpacked_func
except ImportError:
    flash_attn_kvpacked_func = None


class OfVariableLengths(nn.Module):
    def __init__(self, p):
        super().__init__()
        self.p = p

    def forward(self, q, k, v, ends, longest):
        from flash_attn.flash_attn_interface import flash_attn_varlen_func as attend

        return attend(q, k, v, ends, ends, longest, longest, dropout_p=self.p)  # finding: `attend` applies `self.p`


class Packed(nn.Module):
    def __init__(self, p):
        super().__init__()
        self.p = p

    def forward(self, q, kv):
        return flash_attn_kvpacked_func(q, kv, self.p)  # finding: applies `self.p` as dropout in eval mode too


class Switched(nn.Module):
    def __init__(self, p):
        super().__init__()
        self.p = p

    def forward(self, q, kv):
        return flash_attn_kvpacked_func(q, kv, self.p if self.training else 0.0)


class OfAnotherName(nn.Module):
    def __init__(self, p):
        super().__init__()
        self.p = p

    def forward(self, attend, q, kv):
        return attend(q, kv, self.p)
