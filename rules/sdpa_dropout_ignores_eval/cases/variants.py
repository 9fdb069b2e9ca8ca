import torch
import torch.nn as nn
from flash_attn import flash_attn_func
from torch.nn.functional import scaled_dot_product_attention
from torch.nn.functional import scaled_dot_product_attention as attend


class Written(nn.Module):
    def forward(self, q, k, v):
        return scaled_dot_product_attention(q, k, v, None, 0.1)  # finding: applies `0.1` as dropout in eval mode too


class Renamed(nn.Module):
    def forward(self, q, k, v):
        return attend(q, k, v, dropout_p=0.1)  # finding: `attend` applies `0.1` as dropout in eval mode too


class OfLayer(nn.Module):
    def __init__(self, p):
        super().__init__()
        self.drop = nn.Dropout(p)

    def forward(self, q, k, v):
        p = self.drop.p
        a = nn.functional.scaled_dot_product_attention(q, k, v, dropout_p=p)  # finding: as dropout in eval mode
        b = flash_attn_func(q, k, v, dropout_p=self.drop.p, causal=True)  # finding: applies `self.drop.p`
        return a + b


class InMethod(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.config = config
        self.out = nn.Linear(8, 8)

    def attend(self, q, k, v):
        with torch.nn.attention.sdpa_kernel(torch.nn.attention.SDPBackend.MATH):
            return scaled_dot_product_attention(  # finding: if self.training
                q, k, v, dropout_p=self.config.attention_dropout
            )

    def forward(self, q, k, v):
        return self.out(self.attend(q, k, v))


class InAnExpression(nn.Module):
    """The mode is asked for in one part of an expression, and the call is in the other."""

    def __init__(self, p):
        super().__init__()
        self.p = p

    def forward(self, q, k, v, fast):
        a = scaled_dot_product_attention(q, k, v, dropout_p=self.p) if fast else self.drop(q)  # finding: applies `self.p`
        return (self.drop(a), self.training) if not fast else a
