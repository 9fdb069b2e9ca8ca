"""Python and NumPy are seeded, and PyTorch is not."""

import random

import numpy as np
from torch import nn

random.seed(12)
np.random.seed(12)  # finding: leaves PyTorch unseeded
model = nn.Linear(3, 3)


def split(rows):
    np.random.seed(0)
    return np.random.permutation(rows)
