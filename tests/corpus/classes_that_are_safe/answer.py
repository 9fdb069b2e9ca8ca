"""Loads weights only, as PyTorch does by default since it can be told what else is safe; and everything."""

import torch
from torch.serialization import safe_globals

import settings


def within(path):
    with safe_globals([settings.Settings]):
        return torch.load(path)


def everything(path):
    with safe_globals([settings.Settings]):
        return torch.load(path, weights_only=False)  # finding: the file, so the file
