"""Pinned to an older PyTorch, with whatever NumPy pip finds for the Python."""

import collections

import numpy as np
import torch


def counts(labels, lowest):
    found = np.zeros(10, dtype=np.int)  # suspected: `np.int` fails since NumPy 1.24; use `int`
    found[labels] += 1
    kept = found.astype(np.bool)  # suspected: `np.bool` fails with NumPy 1.24 to 1.26
    is_map = isinstance(labels, collections.Mapping)
    return torch.from_numpy(found), kept, is_map, np.Inf if lowest is None else lowest
