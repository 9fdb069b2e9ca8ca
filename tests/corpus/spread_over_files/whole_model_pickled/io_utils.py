"""A helper that saves whatever it is given."""

import torch


def save(obj, path):
    torch.save(obj, path)
