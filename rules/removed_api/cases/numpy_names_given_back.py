"""A name that the program gives back to NumPy is there."""

import numpy as np
import torch

np.int = int


def counts(labels):
    return torch.from_numpy(np.bincount(labels).astype(np.int))
