"""Images in a buffer, frames of a video, and what a function has read."""

import cv2
import numpy as np
from torchvision.io import read_video


class Buffer:
    def __init__(self, size):
        self.images = np.zeros((size, 64, 64), dtype=np.uint8)
        self.depths = np.zeros((size, 64, 64), dtype=np.float32)

    def changes(self, at):
        moved = self.images[at] - self.images[at - 1]  # finding: computed in uint8
        right = self.images[at].astype(np.int16) - self.images[at - 1]
        return moved, right, self.depths[at] - self.depths[at - 1]


def read(path):
    return cv2.imread(path)


def read_floats(path):
    return cv2.imread(path).astype(np.float32)


def changes(path, other):
    frames, audio, _ = read_video(path)
    moved = frames[1:] - frames[:-1]  # finding: computed in uint8
    brighter = read(path) + 40  # finding: computed in uint8
    return moved, brighter, read_floats(other) + 40, audio[1:] - audio[:-1]
