"""Seeds of a file whose loader keeps the order of its dataset."""

import random

import numpy as np
from torch.utils.data import DataLoader

random.seed(1)
np.random.seed(1)


def loader(dataset):
    return DataLoader(dataset, 8, shuffle=False)
