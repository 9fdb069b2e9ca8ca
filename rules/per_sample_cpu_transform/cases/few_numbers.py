"""Arithmetic on boxes, key points, sizes, places and paths is not work on pixels; what scales the image is."""

from pathlib import Path

import cv2
import numpy as np
import torch
from torch.utils.data import Dataset


class Boxes(Dataset):
    """Corner and size become two corners."""

    def __init__(self, files, labels):
        self.files, self.labels = files, labels

    def __len__(self):
        return len(self.files)

    def __getitem__(self, i):
        image = cv2.imread(self.files[i])
        labels = self.labels[i].copy()
        boxes = labels[:, 1:]
        boxes[:, 2:] += boxes[:, :2]
        image = image.astype(np.float32) / 255.0  # finding: for each sample
        return torch.from_numpy(image), torch.from_numpy(boxes)


class KeyPoints(Dataset):
    """A box around the key points, its centre and its three corners."""

    def __init__(self, files, points):
        self.files, self.points = files, points

    def __len__(self):
        return len(self.files)

    def __getitem__(self, i):
        image = cv2.imread(self.files[i])
        kps = np.array(self.points[i])
        low, high = np.min(kps, axis=0), np.max(kps, axis=0)
        x0, y0 = float(low[0]), float(low[1])
        x1, y1 = float(high[0]), float(high[1])
        w, h = x1 - x0, y1 - y0
        center = np.array([x0 + w / 2, y0 + h / 2])
        right = center + np.array([w / 2, 0.0])
        corner = np.array([w / 2, 0.0]) + np.array([0, -w / 2])
        moved = cv2.getAffineTransform(
            np.float32([center, right, center + corner]), np.float32([[32, 32], [64, 32], [64, 0]])
        )
        image = cv2.warpAffine(image, moved, (64, 64))
        image = image.astype(np.float32) / 255.0  # finding: for each sample
        return torch.from_numpy(image)


class Patches(Dataset):
    """A patch around a place, from a file of its own scale."""

    def __init__(self, root, names, places, size, scale):
        self.path, self.names, self.places = Path(root), names, places
        self.size, self.scale = size, scale

    def __len__(self):
        return len(self.places)

    def __getitem__(self, i):
        path, name, (x, y) = self.path, self.names[i], self.places[i]
        size, scale = self.size, self.scale
        image = cv2.imread(str(path / name))
        h, w = image.shape[:2]
        image = cv2.resize(image, (int(w * scale), int(h * scale)))
        top, left = y - size // 2, x - size // 2
        image = image[top : top + size, left : left + size]
        image = image.astype(np.float32) / 255.0  # finding: for each sample
        return torch.from_numpy(image)


class Frames(Dataset):
    """The frames before this one."""

    def __init__(self, video):
        self.video = video

    def __len__(self):
        return len(self.video) - 3

    def __getitem__(self, index):
        before = index + np.arange(-3, 0)
        frames = self.video[before]
        frames = frames.astype(np.float32) / 255.0  # finding: for each sample
        return torch.from_numpy(frames)


class Coloured(Dataset):
    """Each value that a byte can have is changed once, and the pixels are looked up."""

    def __init__(self, files, gain):
        self.files, self.gain = files, gain

    def __len__(self):
        return len(self.files)

    def __getitem__(self, index):
        hue, saturation, value = cv2.split(cv2.cvtColor(cv2.imread(self.files[index]), cv2.COLOR_BGR2HSV))
        gain = 1 + self.gain * np.random.uniform(-1, 1)
        levels = np.arange(0, 256, dtype=np.float32)
        table = np.clip(levels * gain, 0, 255).astype(np.uint8)
        return torch.from_numpy(cv2.merge((hue, cv2.LUT(saturation, table), value)))


class Brightened(Coloured):
    def __getitem__(self, index):
        image = cv2.imread(self.files[index])
        gain = 1 + self.gain * np.random.uniform(-1, 1)
        return torch.from_numpy(np.clip(image * gain, 0, 255))  # finding: for each sample
