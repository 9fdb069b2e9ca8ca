"""A function that is not shown may seed PyTorch."""

import random

import numpy as np
from torch import nn

from somewhere import seed_all

random.seed(12)
np.random.seed(12)
seed_all(12)
model = nn.Linear(3, 3)
