"""Probabilities that were combined after the sigmoid: there is no logit to hand to a fused loss."""

import torch
import torch.nn as nn
import torch.nn.functional as F


class Member(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(8, 1)

    def forward(self, x):
        return torch.sigmoid(self.fc(x))


def mean_of_two(first: Member, second: Member, x, y):
    p = (first(x) + second(x)) / 2
    return F.binary_cross_entropy(p, y)


def mean_of_many(x, y):
    members = nn.ModuleList(Member() for _ in range(5))
    p = torch.stack([member(x) for member in members]).mean(0)
    return nn.BCELoss()(p, y)


def product(x, y):
    """A click and then a purchase: the second is observed only after the first."""
    click, purchase = Member(), Member()
    return F.binary_cross_entropy(click(x) * purchase(x), y)


def noisy_or(bags, y):
    """A bag is positive when one of its instances is."""
    instance = torch.sigmoid(bags)
    return F.binary_cross_entropy(1 - torch.prod(1 - instance, dim=1), y)


def mixture(x, y, gates):
    experts = torch.sigmoid(x)
    p = (gates.softmax(-1) * experts).sum(-1)
    return F.binary_cross_entropy(p, y)


def label_noise(logits, y, flip):
    """A known share of flipped labels, moved into the prediction."""
    p = torch.sigmoid(logits)
    return F.binary_cross_entropy(p * (1 - flip) + (1 - p) * flip, y)


def any_of_classes(logits, y):
    p = 1 - (1 - logits.sigmoid()).prod(-1)
    return F.binary_cross_entropy(p, y)
