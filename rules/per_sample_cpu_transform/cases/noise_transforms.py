"""Transforms that add noise to a tensor, an array or an image, and one that draws something else."""

import numpy as np
import torch
from PIL import Image
from torch.utils.data import DataLoader
from torchvision import datasets, transforms


class TensorNoise:
    def __init__(self, std):
        self.std = std

    def __call__(self, tensor):
        return tensor + torch.randn(tensor.size()) * self.std  # finding: for each sample


class ArrayNoise:
    def __call__(self, image):
        noise = np.random.normal(0, 0.1, image.shape)
        return image + noise  # finding: for each sample


class ImageNoise:
    def __call__(self, image):
        pixels = np.array(image)
        shape = pixels.shape
        noisy = pixels + np.random.normal(0, 10, shape)  # finding: for each sample
        return Image.fromarray(np.uint8(noisy))


class Weights:
    def __call__(self, image):
        start = torch.randn(3, 3)
        return start + torch.eye(3), image


steps = [transforms.ToTensor(), TensorNoise(0.1)]
loader = DataLoader(datasets.FakeData(transform=transforms.Compose(steps)), batch_size=8)
device = "cuda" if torch.cuda.is_available() else "cpu"
for images, _ in loader:
    images = images.to(device)
