"""A name that the program gives back to NumPy is there."""

import numpy as np
import torch

np.int = int
setattr(np, "float", float)


def counts(labels):
    return torch.from_numpy(np.bincount(labels).astype(np.int))


def rates(labels):
    return torch.from_numpy(labels.astype(np.float) / labels.astype(np.complex))  # finding: use `complex`
