"""Functions that hand a probability on to an attention function."""

import torch
import torch.nn.functional as F
from torch import nn


def attend(q, k, v, p: float = 0.0):
    return F.scaled_dot_product_attention(q, k, v, dropout_p=p)


def chosen(causal):
    def attend_causally(q, k, v, dropout_p):
        return F.scaled_dot_product_attention(q, k, v, dropout_p=dropout_p, is_causal=True)

    def attend_to_all(q, k, v, dropout_p):
        return F.scaled_dot_product_attention(q, k, v, None, dropout_p)

    return attend_causally if causal else attend_to_all


def attend_in_mode(module, q, k, v, p):
    return F.scaled_dot_product_attention(q, k, v, dropout_p=p if module.training else 0.0)


def attend_if_training(q, k, v, p, training):
    if not training:
        return F.scaled_dot_product_attention(q, k, v)
    return F.scaled_dot_product_attention(q, k, v, dropout_p=p)


def attend_without(q, k, v, p):
    p = 0.0
    return F.scaled_dot_product_attention(q, k, v, dropout_p=p)


class Attention(nn.Module):
    def __init__(self, p, causal):
        super().__init__()
        self.p = p
        self.attend = chosen(causal)

    def attend_here(self, q, k, v, p):
        return F.scaled_dot_product_attention(q, k, v, dropout_p=p)

    def forward(self, q, k, v):
        by_name = attend(q, k, v, p=self.p)  # finding: `attend` applies `self.p` as dropout in eval mode too
        by_place = attend(q, k, v, self.p)  # finding: `attend` applies `self.p` as dropout in eval mode too
        by_choice = self.attend(q, k, v, dropout_p=self.p)  # finding: applies `self.p` as dropout in eval mode too
        by_method = self.attend_here(q, k, v, self.p)  # finding: applies `self.p` as dropout in eval mode too
        return by_name, by_place, by_choice, by_method


class Innocent(nn.Module):
    def __init__(self, p):
        super().__init__()
        self.p = p

    def forward(self, q, k, v):
        by_default = attend(q, k, v)
        by_module = attend_in_mode(self, q, k, v, self.p)
        by_flag = attend_if_training(q, k, v, self.p, self.training)
        without = attend_without(q, k, v, self.p)
        return by_default, by_module, by_flag, without


class Named(nn.Module):
    def forward(self, q, k, v):
        p = 0.0
        none = attend(q, k, v, p=p)
        p = 0.1
        some = attend(q, k, v, p=p)  # finding: `attend` applies `p` as dropout in eval mode too
        return none, some


class Switched(nn.Module):
    def __init__(self, p):
        super().__init__()
        self.p = p

    def forward(self, q, k, v):
        p = self.p if self.training else 0.0
        return attend(q, k, v, p=p)


class Decided(nn.Module):
    def forward(self, q, k, v, p):
        return attend(q, k, v, p=p)


def plain(q, k, v):
    return attend(q, k, v, p=0.1)
