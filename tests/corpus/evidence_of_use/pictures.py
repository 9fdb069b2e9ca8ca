"""Pictures for training, in batches, and large ones for a look at each."""

import numpy as np
from PIL import Image
from torch.utils.data import Dataset


class Small(Dataset):
    def __init__(self, paths):
        self.paths = paths

    def __len__(self):
        return len(self.paths)

    def __getitem__(self, index):
        return np.load(self.paths[index])[:32, :32] / 255.0  # finding: for each sample


class Large(Small):
    """As they are: no two of one size."""

    def __getitem__(self, index):
        return np.load(self.paths[index]) / 255.0  # suspected: for each sample


class Turned:
    """A picture, and a label that has a place in it."""

    def __call__(self, picture, label):
        angle = 5 * np.random.randn()
        return picture.rotate(angle, resample=Image.BILINEAR), label.rotate(angle)  # suspected: for each sample
