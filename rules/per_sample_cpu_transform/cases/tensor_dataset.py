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


class Standardised(Dataset):
    mean, std = torch.tensor([0.4, 0.5, 0.6]).view(3, 1, 1), torch.tensor([0.2, 0.2, 0.3]).view(3, 1, 1)

    def __init__(self, images):
        self.images = images

    def __len__(self):
        return len(self.images)

    def __getitem__(self, index):
        mean, std = torch.zeros(3, 1, 1), torch.ones(3, 1, 1)
        return (self.images[index] - mean) / std, (self.images[index] - self.mean) / self.std  # finding: for each sample


class Centred(Dataset):
    """Two numbers say where an object is, not how bright it is."""

    def __init__(self, images, places, sizes):
        self.images, self.places, self.sizes = images, places, sizes

    def __len__(self):
        return len(self.images)

    def __getitem__(self, index):
        place, size = self.places[index], self.sizes[index]
        return self.images[index], (place - size) / 2


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
        DataLoader(Standardised(images), batch_size=32),
        DataLoader(Centred(images, labels, labels), batch_size=32),
        DataLoader(Transformed(images, transform=Invert()), batch_size=32),
    )


if __name__ == "__main__":
    batch = torch.randint(0, 255, (4, 3, 8, 8), dtype=torch.uint8)
    for loader in loaders(batch, torch.arange(4))[:1]:
        device = "cuda" if torch.cuda.is_available() else "cpu"
        print(next(iter(loader))[0].to(device).mean())
