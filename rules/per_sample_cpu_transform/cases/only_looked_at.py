"""Batches that are drawn to be looked at: nothing computes on them, and nobody imports this."""

import torch
from torch.utils.data import DataLoader, Dataset


class Thumbnails(Dataset):
    def __init__(self, images):
        self.images = images

    def __len__(self):
        return len(self.images)

    def __getitem__(self, index):
        return self.images[index].float() / 255  # suspected: for each sample


if __name__ == "__main__":
    images = torch.randint(0, 255, (8, 3, 4, 4), dtype=torch.uint8)
    for batch in DataLoader(Thumbnails(images), batch_size=4):
        print([[round(float(pixel), 1) for pixel in image[0, 0]] for image in batch])
