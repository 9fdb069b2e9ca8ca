"""Work that belongs to one sample: choosing, cutting, flipping with labels, mapping labels, changing layout."""

import random

import numpy as np
import torch
import torch.nn.functional as F
from torch.utils.data import DataLoader, Dataset


class Windows(Dataset):
    """Windows of one long series, scaled once when it was read."""

    def __init__(self, series, length, horizon):
        mean, std = series.mean(0), series.std(0)
        self.series = (series - mean) / std
        self.length, self.horizon = length, horizon

    def __len__(self):
        return len(self.series) - self.length - self.horizon + 1

    def __getitem__(self, index):
        end = index + self.length
        return self.series[index:end], self.series[end - 1 : end + self.horizon]


class Tokens(Dataset):
    def __init__(self, data, block):
        self.data, self.block = data, block

    def __len__(self):
        return len(self.data) - self.block

    def __getitem__(self, i):
        x = torch.from_numpy(self.data[i : i + self.block].astype(np.int64))
        y = torch.from_numpy(self.data[i + 1 : i + 1 + self.block].astype(np.int64))
        return x, y


class Detections(Dataset):
    """Flips the image and moves the boxes along; bytes leave as bytes."""

    def __init__(self, images, labels):
        self.images, self.labels = images, labels

    def __len__(self):
        return len(self.images)

    def __getitem__(self, index):
        image, labels = self.images[index], self.labels[index].copy()
        if random.random() < 0.5:
            image = np.fliplr(image)
            labels[:, 1] = 1 - labels[:, 1]
        image = image.transpose((2, 0, 1))[::-1]
        return torch.from_numpy(np.ascontiguousarray(image)), torch.from_numpy(labels)


class Crops(Dataset):
    """Cuts to one size at a place of its own."""

    def __init__(self, images, size):
        self.images, self.size = images, size

    def __len__(self):
        return len(self.images)

    def __getitem__(self, index):
        image = torch.as_tensor(self.images[index])
        top = random.randint(0, image.shape[-2] - self.size)
        left = random.randint(0, image.shape[-1] - self.size)
        return image[..., top : top + self.size, left : left + self.size]


class Resized(Dataset):
    """Images of different sizes, brought to one before they can be stacked."""

    def __init__(self, images, size):
        self.images, self.size = images, size

    def __len__(self):
        return len(self.images)

    def __getitem__(self, index):
        image = torch.from_numpy(self.images[index]).permute(2, 0, 1)
        return F.interpolate(image[None].float(), size=(self.size, self.size))[0]


class Labelled(Dataset):
    """Arithmetic on an index, a label and a name."""

    def __init__(self, images, labels, per_class):
        self.images, self.labels, self.per_class = images, labels, per_class

    def __len__(self):
        return len(self.images) * 2

    def __getitem__(self, index):
        image = torch.from_numpy(self.images[index // 2])
        label = int(self.labels[index % len(self.labels)]) - 1
        weight = 1.0 / self.per_class[label]
        return image, label, weight, f"{index / 2:.1f}"


class MaskIds(Dataset):
    """The values of a mask become the numbers of classes."""

    def __init__(self, masks, values):
        self.masks, self.values = masks, values

    def __len__(self):
        return len(self.masks)

    def __getitem__(self, index):
        mask = self.masks[index]
        ids = np.zeros(mask.shape, dtype=np.int64)
        for i, value in enumerate(self.values):
            ids[mask == value] = i
        return torch.from_numpy(ids)


def loaders(images, labels):
    return DataLoader(Labelled(images, labels, [1, 2]), batch_size=4), DataLoader(Crops(images, 4), batch_size=4)


class Coded(Dataset):
    """A colour becomes the number of a class, by one number for its three channels."""

    def __init__(self, masks, numbers):
        self.masks, self.numbers = masks, numbers

    def __len__(self):
        return len(self.masks)

    def __getitem__(self, index):
        return self.numbers[code_of(self.masks[index])]


def code_of(mask):
    colours = np.array(mask.convert("RGB")).astype("int32")
    return (colours[:, :, 0] * 256 + colours[:, :, 1]) * 256 + colours[:, :, 2]
