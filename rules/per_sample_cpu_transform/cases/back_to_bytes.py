"""Back to bytes for a library that only works on those: that can't wait for the batch."""

import numpy as np
from PIL import Image
from torch.utils.data import Dataset


class Upscaled(Dataset):
    def __init__(self, paths):
        self.paths = paths

    def __len__(self):
        return len(self.paths)

    def __getitem__(self, index):
        sample = np.load(self.paths[index])
        pixels = (sample + 1.0) * 127.5
        shown = Image.fromarray(pixels.clip(0, 255).astype(np.uint8))
        return np.asarray(shown.resize((64, 64)))


class Scaled(Upscaled):
    def __getitem__(self, index):
        return super().__getitem__(index) / 127.5 - 1.0  # finding: runs on the CPU for each sample


class Painted(Upscaled):
    """Two stored pictures are put together, and whoever uses the dataset transforms the result as an image."""

    def __init__(self, paths, masks, transform):
        super().__init__(paths)
        self.masks, self.transform = masks, transform

    def __getitem__(self, index):
        photo = np.array(Image.open(self.paths[index])).astype(int)
        painted = np.clip(photo + np.load(self.masks[index]), 0, 255).astype(np.uint8)
        return self.transform(Image.fromarray(painted))
