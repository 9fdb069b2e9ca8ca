"""Image files read with OpenCV: decoding, colour order and size have to be done here, the rest need not."""

import cv2
import numpy as np
import torch
from torch.utils.data import Dataset


class Scaled(Dataset):
    def __init__(self, files, size):
        self.files, self.size = files, size

    def __len__(self):
        return len(self.files)

    def __getitem__(self, index):
        image = cv2.imread(self.files[index])
        image = cv2.resize(image, (self.size, self.size))
        image = image.astype(np.float32) / 255.0  # finding: for each sample
        return torch.from_numpy(image.transpose(2, 0, 1))


class Blurred(Scaled):
    def __getitem__(self, index):
        image = cv2.imread(self.files[index])
        return torch.from_numpy(cv2.GaussianBlur(image, (5, 5), 1.0))  # finding: for each sample


class Bytes(Scaled):
    """Height, width, blue-green-red to channels first, red-green-blue; the bytes are divided on the device."""

    def __getitem__(self, index):
        image = cv2.imread(self.files[index])
        image = cv2.resize(image, (self.size, self.size), interpolation=cv2.INTER_AREA)
        image = image.transpose((2, 0, 1))[::-1]
        return torch.from_numpy(np.ascontiguousarray(image))
