"""Datasets that compute on arrays, one sample at a time."""

import json

import numpy as np
import torch
from torch.utils.data import Dataset

MEAN, STD = np.zeros(3, dtype=np.float32), np.ones(3, dtype=np.float32)


class Captions(Dataset):
    """Images that all have one size already."""

    def __init__(self, folder, captions_per_image=5):
        self.images = np.load(folder + "/images.npy", mmap_mode="r")
        with open(folder + "/captions.json") as file:
            self.captions = json.load(file)
        self.per_image = captions_per_image

    def __len__(self):
        return len(self.captions)

    def __getitem__(self, i):
        image = torch.FloatTensor(self.images[i // self.per_image] / 255.0)  # finding: for each sample
        caption = torch.LongTensor(self.captions[i])
        return image, caption


class Masks(Dataset):
    """The division stands in a helper that only `__getitem__` calls."""

    def __init__(self, images, masks, values):
        self.images, self.masks, self.values = images, masks, values

    def __len__(self):
        return len(self.images)

    @staticmethod
    def preprocess(values, image, is_mask):
        if is_mask:
            mask = np.zeros(image.shape[:2], dtype=np.int64)
            for i, value in enumerate(values):
                mask[image == value] = i
            return mask
        image = image[np.newaxis, ...] if image.ndim == 2 else image.transpose((2, 0, 1))
        if (image > 1).any():
            image = image / 255.0  # finding: for each sample
        return image

    def __getitem__(self, index):
        image = self.preprocess(self.values, self.images[index], is_mask=False)
        mask = self.preprocess(self.values, self.masks[index], is_mask=True)
        return {"image": torch.as_tensor(image.copy()).float(), "mask": torch.as_tensor(mask.copy()).long()}


class Normalised(Dataset):
    def __init__(self, images):
        self.images = images

    def __len__(self):
        return len(self.images)

    def __getitem__(self, index):
        image = self.images[index].astype(np.float32)
        image = (image - MEAN) / STD  # finding: for each sample
        return torch.from_numpy(image.transpose(2, 0, 1))


class Brightened(Dataset):
    def __init__(self, images):
        self.images = images

    def __len__(self):
        return len(self.images)

    def __getitem__(self, index):
        image = self.images[index]
        image = np.clip(image * np.random.uniform(0.8, 1.2), 0, 255)  # finding: for each sample
        return torch.from_numpy(image.astype(np.uint8))


class Noisy(Dataset):
    """Noise is drawn for one image at a time, and in float64."""

    def __init__(self, images, sigma):
        self.images, self.sigma = images, sigma

    def __len__(self):
        return len(self.images)

    def __getitem__(self, index):
        clean = torch.from_numpy(self.images[index])
        noisy = self.images[index] + self.sigma * np.random.randn(*self.images[index].shape)  # finding: for each sample
        return torch.from_numpy(noisy).float(), clean


class InPlace(Dataset):
    """One finding for a run of steps, at the first."""

    def __init__(self, images):
        self.images = images

    def __len__(self):
        return len(self.images)

    def __getitem__(self, index):
        image = np.array(self.images[index]).astype(np.float32)
        image /= 255.0  # finding: for each sample
        image -= MEAN
        image /= STD
        return torch.from_numpy(image)
