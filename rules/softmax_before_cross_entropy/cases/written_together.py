"""The softmax is written inside the loss call, or a line or a few above it."""

import torch
import torch.nn as nn
import torch.nn.functional as F


def spellings(z, y):
    a = F.cross_entropy(nn.Softmax(dim=1)(z), y)  # finding: softmax
    b = F.cross_entropy(z.softmax(-1), y)  # finding: softmax
    c = F.cross_entropy(torch.special.softmax(z, dim=1), y)  # finding: softmax
    d = nn.CrossEntropyLoss()(torch.nn.functional.softmax(z, dim=1), y)  # finding: softmax
    e = F.cross_entropy(torch.softmax(z.view(-1, 10), dim=-1), y.view(-1))  # finding: softmax
    return a + b + c + d + e


def over_several_lines(z, y, weight):
    loss = F.cross_entropy(
        F.softmax(z, dim=1),  # finding: softmax
        y,
        weight=weight,
    )
    p = F.softmax(z, dim=1)
    loss += F.cross_entropy(  # finding: `cross_entropy` applies softmax itself, but `p` already holds probabilities;
        p,
        y,
        weight=weight,
    )
    return loss


def reused_name(z, y):
    z = F.softmax(z, dim=1)
    return F.cross_entropy(z, y)  # finding: `cross_entropy` applies softmax itself, but `z` already holds


def temperature(z, y, t):
    """A temperature inside the softmax changes nothing about the second one."""
    p = F.softmax(z / t, dim=1)
    return F.cross_entropy(p, y)  # finding: `cross_entropy` applies softmax itself, but `p` already holds


def either(z, noise, y, training):
    p = F.softmax(z + noise, dim=1) if training else F.softmax(z, dim=1)
    return F.cross_entropy(p, y)  # finding: `cross_entropy` applies softmax itself, but `p` already holds


def shapes(z, y, keep, device):
    p = torch.softmax(z, dim=1)
    a = F.cross_entropy(p.view(-1, p.size(-1)), y.view(-1))  # finding: applies softmax itself,
    b = F.cross_entropy(p[keep], y[keep])  # finding: `cross_entropy` applies softmax itself, but `p[keep]` already
    c = F.cross_entropy(p.permute(0, 2, 1), y)  # finding: `cross_entropy` applies softmax itself, but `p.permute(0, 2,
    d = F.cross_entropy(p.squeeze(1).to(device), y)  # finding: applies softmax itself, but `p.squeeze(1).to(device)`
    e = F.cross_entropy(p[:, -1].float(), y)  # finding: `cross_entropy` applies softmax itself, but `p[:, -1].float()`
    return a + b + c + d + e
