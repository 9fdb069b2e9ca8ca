"""A dataset that an object holds, with a random transform, of which one part is held out."""

import numpy as np
from torch.utils.data import Subset
from torchvision import datasets, transforms


class Data:
    def __init__(self, root):
        drawn = transforms.Compose([transforms.RandomCrop(32), transforms.ToTensor()])
        self.whole = datasets.CIFAR10(root, transform=drawn)
        order = np.random.RandomState(0).permutation(50_000)
        self.val_set = Subset(self.whole, order[:5_000])  # suspected: `self.val_set` returns augmented samples
        self.train_set = Subset(self.whole, order[5_000:])


class Plain:
    def __init__(self, root):
        drawn = transforms.Compose([transforms.RandomCrop(32), transforms.ToTensor()])
        self.whole = datasets.CIFAR10(root, transform=drawn)
        self.same = datasets.CIFAR10(root, transform=transforms.ToTensor())
        order = np.random.RandomState(0).permutation(50_000)
        self.val_set = Subset(self.same, order[:5_000])
        self.train_set = Subset(self.whole, order[5_000:])
