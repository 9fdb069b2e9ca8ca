"""Noise as a page adds it: to bytes, where it is cut off; and on the GPU, to the very batch that it is given."""

import numpy as np
import torch
from PIL import Image
from torchvision import datasets, transforms


class BadRandom:
    def __call__(self, img):
        img = np.array(img)
        img_random = img + np.random.rand(*img.shape)  # finding: for each sample
        return Image.fromarray(img_random.astype("uint8"))  # finding: adds nothing to `img` in uint8


def add_noise(tensor, device):
    return tensor.add_(torch.rand_like(tensor).to(device))


def main():
    steps = transforms.Compose([BadRandom(), transforms.ToTensor()])
    data = datasets.ImageFolder("pictures/train", steps)
    loader = torch.utils.data.DataLoader(data, batch_size=8, shuffle=True, num_workers=2)  # suspected: run this script
    for images, _ in loader:
        noisy = add_noise(images, "cpu")
        print((noisy - images).abs().max())


main()
