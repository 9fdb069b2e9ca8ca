"""Losses written by hand as logarithms of a sigmoid, with and without a small number that is meant to help."""

import math

import torch
import torch.nn as nn
import torch.nn.functional as F

EPS = 1e-15


def bayesian_ranking(users, liked, other):
    margin = (users * liked).sum(1) - (users * other).sum(1)
    return -torch.log(torch.sigmoid(margin)).mean()  # finding: sigmoid


def walks(start, rest, negatives):
    """What is added inside the logarithm is smaller than the spacing of float32 at 1: `1 - sigmoid + EPS` is EPS."""
    out = (start * rest).sum(-1)
    near = -torch.log(torch.sigmoid(out) + EPS).mean()  # finding: sigmoid
    out = (start * negatives).sum(-1)
    far = -torch.log(1 - torch.sigmoid(out) + EPS).mean()  # finding: sigmoid
    return near + far


def methods(scores):
    near = -(scores.sigmoid() + 1e-6).log().mean()  # finding: sigmoid
    far = -(1.0 - scores.sigmoid() + 1e-6).log().mean()  # finding: sigmoid
    return near + far


def over_several_lines(scores, weight):
    loss = -torch.log(
        1 - torch.sigmoid(scores) + EPS,  # finding: sigmoid
    )
    return (weight * loss).sum()


def one_line_above(discriminator, real, fake):
    real_score = torch.sigmoid(discriminator(real))
    fake_score = torch.sigmoid(discriminator(fake))
    real_loss = -torch.log(real_score + EPS).mean()  # finding: sigmoid
    fake_loss = -torch.log(1 - fake_score + EPS).mean()  # finding: sigmoid
    return real_loss + fake_loss


def cross_entropy_by_hand(logits, target):
    p = torch.sigmoid(logits)
    positive = target * torch.log(p)  # finding: sigmoid
    negative = (1 - target) * torch.log1p(-p)  # finding: sigmoid
    return -(positive + negative).mean()


def cross_entropy_in_one_statement(logits, target):
    """Two logarithms of one loss are one finding."""
    p = torch.sigmoid(logits)
    likelihood = target * torch.log(p + EPS) + (1 - target) * torch.log(1 - p + EPS)  # finding: sigmoid
    return -likelihood.mean()


def spellings(x):
    a = torch.log(F.sigmoid(x))  # finding: sigmoid
    b = torch.log(nn.Sigmoid()(x))  # finding: sigmoid
    c = torch.log(torch.special.expit(x))  # finding: sigmoid
    return a + b + c


class Layer(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(8, 1)
        self.act = nn.Sigmoid()

    def loss(self, x):
        return -torch.log(self.act(self.fc(x)) + 1e-8).mean()  # finding: sigmoid


def innocent(logits, counts, logvar, z):
    fused = F.logsigmoid(logits).mean() + F.softplus(logits).mean()
    entropy = torch.log_softmax(z, dim=-1).sum()
    of_softmax = torch.log(torch.softmax(z, dim=-1)).sum()  # another rule's business
    of_tanh = torch.log(1 - torch.tanh(z) ** 2 + 1e-6).sum()
    of_counts = torch.log(counts + 1)
    gate = torch.sigmoid(logits) * z
    of_gated = torch.log(gate.abs() + 1)
    scalar = math.log(1 / (1 + math.exp(-2.0)))
    kl = -0.5 * (1 + logvar - logvar.exp()).sum()
    return fused + entropy + of_softmax + of_tanh + of_counts.sum() + of_gated.sum() + scalar + kl
