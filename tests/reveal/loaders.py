"""DataLoaders and datasets: of what they are made, and which part is of which whole."""

import torch
from torch.utils.data import DataLoader, Dataset, Subset, TensorDataset, random_split
from torchvision import datasets, transforms


class Rows(Dataset):
    def __len__(self):
        return 8

    def __getitem__(self, index):
        return index


rows = Rows()
train, val = random_split(rows, [6, 2])
some = Subset(rows, [1, 2])
reveal(train)  # dataset, torch.utils.data.Subset
reveal(train.dataset)  # dataset, Rows
reveal(some.dataset.dataset)  # unknown
halves = random_split(rows, lengths)
reveal(halves[0].dataset)  # dataset, Rows
loader = DataLoader(some, batch_size=2)
reveal(loader.dataset.dataset)  # dataset, Rows
digits = datasets.MNIST("data", transform=transforms.ToTensor())
reveal(digits)  # dataset, torchvision.datasets.MNIST
reveal(DataLoader(digits).dataset)  # dataset, torchvision.datasets.MNIST
either = DataLoader(digits if fast else rows)
reveal(either.dataset)  # dataset, either
reveal((loader if fast else either).dataset)  # unknown
