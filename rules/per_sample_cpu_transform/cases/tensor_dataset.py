"""Datasets and transforms that compute on tensors, one sample at a time on the CPU."""

import torch
from torch.utils.data import DataLoader, Dataset


class Scaled(Dataset):
    def __init__(self, images, labels):
        self.images, self.labels = images, labels

    def __len__(self):
        return len(self.images)

    def __getitem__(self, index):
        image = self.images[index].float() / 255  # finding: for each sample
        return image, self.labels[index]


class Noisy(Dataset):
    def __init__(self, images):
        self.images = images

    def __len__(self):
        return len(self.images)

    def __getitem__(self, index):
        image = self.images[index]
        return image + 0.1 * torch.randn_like(image), image  # finding: for each sample


class Invert:
    """Given to a dataset as its transform."""

    def __call__(self, image):
        return torch.clamp(1.0 - image * 1.1, 0.0, 1.0)  # finding: for each sample


class Transformed(Dataset):
    def __init__(self, images, transform=None):
        self.images, self.transform = images, transform

    def __len__(self):
        return len(self.images)

    def __getitem__(self, index):
        image = self.images[index]
        if self.transform is not None:
            image = self.transform(image)
        return image


def loaders(images, labels):
    return (
        DataLoader(Scaled(images, labels), batch_size=32),
        DataLoader(Noisy(images), batch_size=32),
        DataLoader(Transformed(images, transform=Invert()), batch_size=32),
    )


if __name__ == "__main__":
    batch = torch.randint(0, 255, (4, 3, 8, 8), dtype=torch.uint8)
    for loader in loaders(batch, torch.arange(4))[:1]:
        device = "cuda" if torch.cuda.is_available() else "cpu"
        print(next(iter(loader))[0].to(device).mean())
