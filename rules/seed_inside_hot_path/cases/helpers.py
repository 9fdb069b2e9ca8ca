"""Seeds that a helper sets."""

import random

import numpy as np
import torch
from torch.utils.data import Dataset


def set_seed(seed=2021):
    random.seed(seed)
    np.random.seed(seed)
    torch.manual_seed(seed)


def perhaps_set_seed(seed=None):
    if seed is not None:
        torch.manual_seed(seed)


class Pairs(Dataset):
    def __init__(self, images, masks):
        self.images, self.masks = images, masks

    def __len__(self):
        return len(self.images)

    def __getitem__(self, i):
        set_seed()  # finding: makes each sample draw the same random numbers
        y = random.randint(0, 9)
        set_seed(7)  # finding: makes each sample draw the same random numbers
        x = random.randint(0, 9)
        seed = random.randint(0, 2**31)
        set_seed(seed)
        perhaps_set_seed()
        set_seed(i)
        return self.images[i][y:, x:], self.masks[i][y:, x:]
