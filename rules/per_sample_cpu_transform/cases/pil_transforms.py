"""Transforms of (image, label) samples with PIL and NumPy, as written for segmentation; no file says who uses them."""

import random

import numpy as np
import torch
from PIL import Image, ImageEnhance, ImageFilter, ImageOps


class Normalize:
    def __init__(self, mean=(0.0, 0.0, 0.0), std=(1.0, 1.0, 1.0)):
        self.mean = mean
        self.std = std

    def __call__(self, sample):
        image = np.array(sample["image"]).astype(np.float32)
        label = np.array(sample["label"]).astype(np.float32)
        image = (image / 255.0 - self.mean) / self.std  # suspected: for each sample
        return {"image": image, "label": label}


class RandomGaussianBlur:
    def __call__(self, sample):
        image, label = sample["image"], sample["label"]
        if random.random() < 0.5:
            image = image.filter(ImageFilter.GaussianBlur(radius=random.random()))  # suspected: for each sample
        return {"image": image, "label": label}


class GaussianBlur:
    """Of one image, its strength drawn anew."""

    def __init__(self, sigma=(0.1, 2.0)):
        self.sigma = sigma

    def __call__(self, x):
        sigma = random.uniform(self.sigma[0], self.sigma[1])
        x = x.filter(ImageFilter.GaussianBlur(radius=sigma))  # suspected: for each sample
        return x


class RandomRotate:
    def __init__(self, degree):
        self.degree = degree

    def __call__(self, image):
        angle = random.uniform(-self.degree, self.degree)
        return image.rotate(angle, Image.BILINEAR)  # suspected: for each sample


class Brightness:
    def __call__(self, image):
        return ImageEnhance.Brightness(image).enhance(random.uniform(0.5, 1.5))  # suspected: for each sample


class Solarize:
    def __call__(self, image):
        return ImageOps.solarize(image)  # suspected: for each sample


class ThroughNumpy:
    """To NumPy and back for a little noise."""

    def __call__(self, image):
        array = np.array(image)
        array = array + np.random.random_sample(array.shape) * 10  # suspected: for each sample
        return Image.fromarray(array.astype("uint8"))


class ToTensor:
    """Layout and type only."""

    def __call__(self, sample):
        image = np.array(sample["image"]).astype(np.float32).transpose((2, 0, 1))
        label = np.array(sample["label"]).astype(np.float32)
        return {"image": torch.from_numpy(image).float(), "label": torch.from_numpy(label).float()}


class RandomHorizontalFlip:
    """Image and label together."""

    def __call__(self, sample):
        image, label = sample["image"], sample["label"]
        if random.random() < 0.5:
            image = image.transpose(Image.FLIP_LEFT_RIGHT)
            label = label.transpose(Image.FLIP_LEFT_RIGHT)
        return {"image": image, "label": label}


class RandomScaleCrop:
    """To one size, so that samples can be stacked."""

    def __init__(self, base, crop, fill=0):
        self.base, self.crop, self.fill = base, crop, fill

    def __call__(self, sample):
        image, label = sample["image"], sample["label"]
        short = random.randint(int(self.base * 0.5), int(self.base * 2.0))
        w, h = image.size
        if h > w:
            ow, oh = short, int(1.0 * h * short / w)
        else:
            ow, oh = int(1.0 * w * short / h), short
        image = image.resize((ow, oh), Image.BILINEAR)
        label = label.resize((ow, oh), Image.NEAREST)
        if short < self.crop:
            pad_h, pad_w = max(self.crop - oh, 0), max(self.crop - ow, 0)
            image = ImageOps.expand(image, border=(0, 0, pad_w, pad_h), fill=0)
            label = ImageOps.expand(label, border=(0, 0, pad_w, pad_h), fill=self.fill)
        w, h = image.size
        x, y = random.randint(0, w - self.crop), random.randint(0, h - self.crop)
        box = (x, y, x + self.crop, y + self.crop)
        return {"image": image.crop(box), "label": label.crop(box)}


class FixedResize:
    def __init__(self, size):
        self.size = (size, size)

    def __call__(self, sample):
        image = sample["image"].resize(self.size, Image.BILINEAR)
        label = sample["label"].resize(self.size, Image.NEAREST)
        return {"image": image, "label": label}


class TwoCrops:
    """Two views of one image, each with a size of its own before it is resized."""

    def __init__(self, transform):
        self.transform = transform

    def __call__(self, x):
        return [self.transform(x), self.transform(x)]
