"""Lists that branches make, of which some have an order of their own."""

import os
import random

from torch.utils.data import Dataset


class Clips(Dataset):
    def __init__(self, folder, wanted, others, is_small):
        if others:
            self.names = list(set(os.listdir(folder)) & set(wanted) & set(others))
        else:
            self.names = list(set(os.listdir(folder)) & set(wanted))  # finding: is shuffled with a seed
        if is_small:
            self.names = []
        random.seed(1)
        random.shuffle(self.names)


class Sorted(Dataset):
    def __init__(self, folder, wanted, is_small):
        self.names = list(set(os.listdir(folder)) & set(wanted))
        self.names = sorted(self.names)
        if is_small:
            self.names = []
        random.seed(1)
        random.shuffle(self.names)


def halves(folder, cached):
    if cached:
        names = sorted(cached)
    else:
        names = os.listdir(folder)  # finding: is split in two
    middle = len(names) // 2
    return names[:middle], names[middle:]
