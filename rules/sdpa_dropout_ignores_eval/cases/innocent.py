import torch.nn as nn
from torch.nn.functional import scaled_dot_product_attention


class Conditional(nn.Module):
    def __init__(self, p):
        super().__init__()
        self.p = p

    def forward(self, q, k, v):
        a = scaled_dot_product_attention(q, k, v, dropout_p=self.p if self.training else 0.0)
        b = scaled_dot_product_attention(q, k, v, dropout_p=self.p * self.training)
        return a + b


class Before(nn.Module):
    def __init__(self, p):
        super().__init__()
        self.p = p

    def forward(self, q, k, v):
        dropout_p = self.p
        if not self.training:
            dropout_p = 0.0
        return scaled_dot_product_attention(q, k, v, dropout_p=dropout_p)


class Never(nn.Module):
    def forward(self, q, k, v):
        a = scaled_dot_product_attention(q, k, v, dropout_p=0.0, is_causal=True)
        return a + scaled_dot_product_attention(q, k, v, None, 0)


class Decided(nn.Module):
    def attend(self, q, k, v, dropout=0.0):
        return scaled_dot_product_attention(q, k, v, dropout_p=dropout)

    def forward(self, q, k, v):
        return self.attend(q, k, v, 0.1 if self.training else 0.0)


class Asked(nn.Module):
    """Somebody else works the probability out."""

    def current_dropout(self):
        return 0.1 if self.training else 0.0

    def forward(self, q, k, v):
        return scaled_dot_product_attention(q, k, v, dropout_p=self.current_dropout())


class AsProperty(nn.Module):
    def __init__(self, p):
        super().__init__()
        self.p = p

    @property
    def dropout_p(self):
        return self.p if self.training else 0.0

    def forward(self, q, k, v):
        return scaled_dot_product_attention(q, k, v, dropout_p=self.dropout_p)


def attention(q, k, v, p):
    return scaled_dot_product_attention(q, k, v, dropout_p=p)
