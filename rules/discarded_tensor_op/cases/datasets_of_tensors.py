"""A dataset whose `__getitem__` returns tensors gives batches of tensors, also to a loop in another function."""

import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset


class Images(Dataset):
    def __init__(self, count: int) -> None:
        self.images = torch.rand(count, 3, 8, 8)
        self.labels = torch.randint(0, 2, (count,))

    def __len__(self) -> int:
        return len(self.images)

    def __getitem__(self, index):
        image = self.images[index]
        if index % 2:
            image = image.flip(-1)
        return image, self.labels[index]


class Graphs(Dataset):
    def __init__(self, rows: list) -> None:
        self.rows = rows

    def __len__(self) -> int:
        return len(self.rows)

    def __getitem__(self, index):
        return self.rows[index], index


def train(model, loader, device):
    for images, labels in loader:
        images.to(device)  # finding: `images.to(device)` returns its result and leaves `images` unchanged; assign it
        print(model(images).argmax(-1) == labels)


def evaluate(model, loader, device):
    for graph, labels in loader:
        graph.to(device)  # suspected: `graph.to(device)` returns its result and leaves `graph` unchanged; assign it
        print(model(graph).argmax(-1) == labels)


model = nn.Sequential(nn.Flatten(), nn.Linear(192, 2))
train(model, DataLoader(Images(64), batch_size=4), "cuda")
evaluate(model, DataLoader(Graphs([]), batch_size=4), "cuda")
