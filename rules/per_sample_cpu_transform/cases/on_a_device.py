"""Objects that are called with what a model gives or takes, on its device, beside a dataset that has loaders."""

import numpy as np
import torch
from torch.utils.data import DataLoader, Dataset


class Rows(Dataset):
    def __init__(self, images):
        self.images = images

    def __len__(self):
        return len(self.images)

    def __getitem__(self, index):
        return torch.from_numpy(self.images[index]) / 255  # finding: for each sample


class Prepared:
    """One image or many, wherever they are."""

    def __init__(self, mean):
        self.mean = mean

    def __call__(self, images):
        images = images.to(torch.float32).div(255.0)
        return images - self.mean.to(images.device)


class Sound:
    """A wave of what a model has made, by an algorithm that is NumPy's."""

    def __call__(self, spectrum):
        values = spectrum.cpu().numpy()
        return torch.from_numpy(values * np.exp(2j * np.pi * np.random.rand(*values.shape)))


class Scaled:
    def __call__(self, image):
        return image.float().div(255.0)  # finding: for each sample


def loader(images):
    return DataLoader(Rows(images), batch_size=8, num_workers=2)
