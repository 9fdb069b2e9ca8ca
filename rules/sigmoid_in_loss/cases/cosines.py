"""Sigmoids of cosines, which are between -1 and 1, and of cosines that are scaled."""

import torch
import torch.nn.functional as F
from torch.nn.functional import cosine_similarity


def distillation(features, targets):
    return -torch.log(torch.sigmoid(cosine_similarity(features, targets, dim=-1))).mean()


def pushed_apart(features, targets):
    similarity = F.cosine_similarity(features, targets)
    return -torch.log(torch.sigmoid(-similarity)).mean()


def sharpened(features, targets):
    similarity = F.cosine_similarity(features, targets) / 0.01
    return -torch.log(torch.sigmoid(similarity)).mean()  # finding: round to 0


def of_products(features, targets):
    return -torch.log(torch.sigmoid((features * targets).sum(-1))).mean()  # finding: round to 0
