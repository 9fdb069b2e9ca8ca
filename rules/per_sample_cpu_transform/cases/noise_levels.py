"""What noise is scaled by: one number of a sample's own, and no work on its pixels."""

import numpy as np
import torch
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
        return image + torch.randn_like(image) * (self.sigma / 255.0)  # finding: runs once per sample


class FromBytes(Denoising):
    def __getitem__(self, index):
        return torch.from_numpy(np.array(self.images[index])) / 255.0  # finding: runs once per sample
