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
        return super().__getitem__(index) / 127.5 - 1.0  # finding: runs once per sample
