"""Volumes that are resampled by the order of a spline, and transforms that come one after another."""

import numpy as np
import torch
from scipy import ndimage
from skimage.transform import resize
from torchvision.transforms import InterpolationMode
from torchvision.transforms import functional as F


def resampled(image, label, factors):
    image = ndimage.zoom(image, factors, order=3)
    label = ndimage.zoom(label, factors, order=1)  # finding: resize labels with `order=0`
    return torch.from_numpy(image), torch.from_numpy(label.astype(np.int64))


def resampled_by_default(label, seg, factors):
    label = ndimage.zoom(label, factors)  # finding: mixes class ids
    seg = resize(seg, (64, 64), preserve_range=True)  # finding: mixes class ids
    return label.astype(np.uint8), seg.astype(np.int64)


def nearest(label, seg, factors):
    label = ndimage.zoom(label, factors, order=0)
    seg = resize(seg, (64, 64), order=0, preserve_range=True)
    return label.astype(np.uint8), seg.astype(np.int64)


class Scale:
    def __call__(self, image, target):
        image = F.resize(image, [256, 256])
        target = F.resize(target, [256, 256])  # suspected: mixes class ids
        return image, target


class NearestScale:
    def __call__(self, image, target):
        return F.resize(image, [256, 256]), F.resize(target, [256, 256], interpolation=InterpolationMode.NEAREST)


class Heat:
    def __call__(self, image, gt):
        return image, F.resize(gt, [64, 64])  # nothing makes classes of it


class ToTensor:
    def __call__(self, image, target):
        return F.to_tensor(image), torch.as_tensor(np.array(target), dtype=torch.int64)
