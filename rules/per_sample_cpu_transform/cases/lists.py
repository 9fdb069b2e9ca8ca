"""Images that a batch holds in a list, as they are of different sizes, and images that it stacks."""

import torch
from torch.utils.data import DataLoader, Dataset


def as_lists(samples):
    return [*map(list, samples)]


def as_tensors(samples):
    images, texts = zip(*samples)
    return torch.stack(images), list(texts)


def listing_loader(dataset):
    return DataLoader(dataset, batch_size=8, collate_fn=as_lists)


def stacking_loader(dataset):
    return DataLoader(dataset, batch_size=8, collate_fn=as_tensors)


class Listed(Dataset):
    def __init__(self, images, texts):
        self.images, self.texts = images, texts

    def __len__(self):
        return len(self.images)

    def __getitem__(self, index):
        return self.images[index].float() / 255, self.texts[index]


class Stacked(Dataset):
    def __init__(self, images, texts):
        self.images, self.texts = images, texts

    def __len__(self):
        return len(self.images)

    def __getitem__(self, index):
        return self.images[index].float() / 255, self.texts[index]  # finding: for each sample


def train(model, images, texts):
    listed = Listed(images, texts)
    stacked = Stacked(images, texts)
    for loader in (listing_loader(listed), stacking_loader(stacked)):
        for batch in loader:
            model(batch).backward()
