"""Where samples come from; how they are made of it, another class says."""

import numpy as np
from torch.utils.data import Dataset


class Faces(Dataset):
    def __init__(self, rows):
        self.rows = rows
        self.colours = np.random.RandomState(1)  # suspected: draws the same numbers from its copy of `self.colours`
        self.order = np.random.RandomState(2)
        self.order.shuffle(self.rows)

    def __len__(self):
        return len(self.rows)
