"""The sigmoid is written inside the loss call, or a line or a few above it."""

import torch
import torch.nn as nn
import torch.nn.functional as F


def spellings(z, y):
    a = F.binary_cross_entropy_with_logits(z.sigmoid(), y)  # finding: sigmoid
    b = F.binary_cross_entropy_with_logits(F.sigmoid(z), y)  # finding: sigmoid
    c = F.binary_cross_entropy_with_logits(nn.Sigmoid()(z), y)  # finding: sigmoid
    d = nn.BCEWithLogitsLoss()(torch.special.expit(z), y)  # finding: sigmoid
    e = torch.nn.functional.binary_cross_entropy_with_logits(torch.sigmoid(z).squeeze(1), y)  # finding: sigmoid
    return a + b + c + d + e


def over_several_lines(z, y, weight):
    loss = F.binary_cross_entropy_with_logits(
        torch.sigmoid(z),  # finding: sigmoid
        y,
        pos_weight=weight,
    )
    p = torch.sigmoid(z)
    loss += F.binary_cross_entropy_with_logits(  # finding: applies a sigmoid itself
        p,
        y,
        pos_weight=weight,
    )
    return loss


def shapes(z, y, keep, device):
    p = torch.sigmoid(z)
    a = F.binary_cross_entropy_with_logits(p.view(-1), y.view(-1))  # finding: applies a sigmoid itself
    b = F.binary_cross_entropy_with_logits(p[keep], y[keep])  # finding: applies a sigmoid itself
    c = F.binary_cross_entropy_with_logits(p.to(device).float(), y)  # finding: applies a sigmoid itself
    return a + b + c


def other_losses(z, y):
    """They expect logits, too."""
    a = nn.MultiLabelSoftMarginLoss()(torch.sigmoid(z), y)  # finding: sigmoid
    p = torch.sigmoid(z)
    b = F.multilabel_soft_margin_loss(p, y)  # finding: `multilabel_soft_margin_loss` applies a sigmoid itself, but `p`
    return a + b


def softmax(z, one_hot):
    """Probabilities of another kind, and no better."""
    return F.binary_cross_entropy_with_logits(torch.softmax(z, dim=1), one_hot)  # finding: softmax
