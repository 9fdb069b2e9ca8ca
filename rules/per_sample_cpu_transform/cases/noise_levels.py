"""What noise is scaled by: one number of a sample's own, and no work on its pixels."""

import random

import numpy as np
import torch
from PIL import Image
from torch.utils.data import Dataset


class Denoising(Dataset):
    def __init__(self, images, sigma, strongest):
        self.images, self.sigma, self.strongest = images, sigma, strongest

    def __len__(self):
        return len(self.images)

    def __getitem__(self, index):
        return self.images[index], self.sigma / 255.0


class BlindDenoising(Denoising):
    def __getitem__(self, index):
        level = torch.FloatTensor([np.random.uniform(0, self.strongest)]) / 255.0
        return self.images[index], level


class Noisy(Denoising):
    def __getitem__(self, index):
        image = self.images[index]
        return image + torch.randn_like(image) * (self.sigma / 255.0)  # finding: runs on the CPU for each sample


class FromBytes(Denoising):
    def __getitem__(self, index):
        return torch.from_numpy(np.array(self.images[index])) / 255.0  # finding: runs on the CPU for each sample


class DrawnByName(Dataset):
    """One level of noise for each image, drawn in one of two ways, in the units of a byte."""

    def __init__(self, images, sigmas, is_range):
        self.images, self.sigmas, self.is_range = images, sigmas, is_range

    def __len__(self):
        return len(self.images)

    def __getitem__(self, i):
        image = self.images[i].clone()
        if self.is_range:
            sigma = random.uniform(self.sigmas[0], self.sigmas[1])
        else:
            sigma = random.choice(self.sigmas)
        level = torch.FloatTensor([sigma]) / 255.0
        return image + level


class StackedByName(Dataset):
    """Two images in one tensor are pixels, and no level."""

    def __init__(self, files):
        self.files = files

    def __len__(self):
        return len(self.files)

    def __getitem__(self, i):
        left, right = load(self.files[i]), load(self.files[i + 1])
        return np.stack([left, right]) / 255.0  # finding: for each sample


def load(file):
    return np.array(Image.open(file))


class SeededNoise(Denoising):
    """A test set whose images have the same noise each time."""

    def __getitem__(self, index):
        np.random.seed(index)
        image = self.images[index]
        return image + np.random.normal(0, self.sigma / 255.0, image.shape)


class FreshNoise(Denoising):
    def __getitem__(self, index):
        image = self.images[index]
        return image + np.random.normal(0, self.sigma / 255.0, image.shape)  # finding: runs on the CPU for each sample


class DrawnTimes(Denoising):
    """Each sample has a time of its own, a mixture of two numbers: no work on pixels."""

    def __getitem__(self, index):
        is_first = np.random.binomial(1, 0.5)
        first, second = np.random.beta(2.0, 1.0), np.random.uniform(low=0, high=self.strongest)
        time = (first * 0.1 - second) / first
        return self.images[index], is_first * first + (1 - is_first) * second + time


class DrawnFields(Denoising):
    """The same of arrays, drawn for each pixel."""

    def __getitem__(self, index):
        image = self.images[index]
        image = image + np.random.beta(2.0, 1.0, image.shape) * 0.1  # finding: runs on the CPU for each sample
        return image
