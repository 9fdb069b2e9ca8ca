"""Work that a condition on the sample's type decides about: nobody may give what it is for."""

import torch
from torch.utils.data import DataLoader, Dataset


class Pictures(Dataset):
    def __init__(self, images):
        self.images = images

    def __len__(self):
        return len(self.images)

    def __getitem__(self, index):
        image = torch.from_numpy(self.images[index])
        if image.dtype == torch.uint8:
            image = image.float() / 255.0  # suspected: for each sample
        return image


class Bytes(Dataset):
    def __init__(self, images):
        self.images = images

    def __len__(self):
        return len(self.images)

    def __getitem__(self, index):
        return torch.from_numpy(self.images[index]).float() / 255.0  # finding: for each sample


for_pictures, for_bytes = DataLoader(Pictures([]), batch_size=8), DataLoader(Bytes([]), batch_size=8)


def train(model, optimizer):
    for loader in (for_pictures, for_bytes):
        for batch in loader:
            optimizer.zero_grad()
            model(batch.cuda()).mean().backward()
            optimizer.step()
