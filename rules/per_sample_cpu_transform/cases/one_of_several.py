"""An operation that is picked for each image, or that comes at another place for each; and one that all images have."""

import random

import torch
from PIL import Image, ImageOps
from torch.utils.data import DataLoader, Dataset
from torchvision.transforms.functional import adjust_brightness, adjust_contrast, pil_to_tensor


def invert(image):
    return ImageOps.invert(image)


def equalize(image):
    return ImageOps.equalize(image)


def shift(image):
    return image.transform(image.size, Image.AFFINE, (1, 0, 3, 0, 1, 0))


def spread(image):
    return ImageOps.autocontrast(image)  # suspected: for each sample


OPERATIONS = {"invert": invert, "equalize": equalize, "shift": shift}


class Policy:
    def __init__(self, name):
        self.operation = OPERATIONS[name]

    def __call__(self, image):
        return self.operation(image)


class Jitter:
    def __call__(self, image):
        for number in torch.randperm(2):
            if number == 0:
                image = adjust_brightness(image, random.uniform(0.5, 1.5))
            else:
                image = adjust_contrast(image, random.uniform(0.5, 1.5))
        return image


class Brighter:
    def __call__(self, image):
        for gain in (1.1, 1.2):
            image = adjust_brightness(image, gain)  # suspected: for each sample
        return image


class Pictures(Dataset):
    def __init__(self, files):
        self.files, self.jitter, self.brighter = files, Jitter(), Brighter()
        self.policies = [Policy(name) for name in OPERATIONS]

    def __len__(self):
        return len(self.files)

    def __getitem__(self, i):
        image = random.choice(self.policies)(spread(Image.open(self.files[i])))
        return self.brighter(self.jitter(pil_to_tensor(image)))


for images in DataLoader(Pictures(["a.png", "b.png"]), batch_size=2, shuffle=True):
    print(images.to("cuda").mean())
