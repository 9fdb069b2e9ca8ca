"""Steps of a pipeline; they get what opened images hold."""

import numpy as np
import torch


class Pipeline:
    def __init__(self, steps):
        self.steps = steps

    def __call__(self, image):
        for step in self.steps:
            image = step(image)
        return image


class Rescale:
    def __init__(self, size):
        self.size = size

    def __call__(self, image):
        return image.resize((self.size, self.size))


class Normalise:
    def __call__(self, image):
        pixels = torch.from_numpy(np.array(image)).permute(2, 0, 1)
        return pixels.float().div(255)  # finding: for each sample
