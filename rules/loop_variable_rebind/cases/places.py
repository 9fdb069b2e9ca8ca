import torch
from torch.utils.data import DataLoader


def whole_batch(model, dataset, device):
    for batch in DataLoader(dataset):
        for t in batch:
            t = t.to(device)  # finding: `batch` keeps the old tensors, so build a new one
        print(model(*batch))


def entries(model, dataset, device):
    for batch in DataLoader(dataset):
        for key, value in batch.items():
            value = value.to(device)  # finding: `batch` keeps the old tensors, so build a new one
        print(model(**batch))


def numbered(device):
    images = [torch.rand(3, 4), torch.rand(3, 4)]
    for number, image in enumerate(images):
        if image.dim() == 2:
            image = image.unsqueeze(0)  # finding: `images` keeps the old tensors, so build a new one
    return torch.cat(images)


class Averages:
    def __init__(self):
        self.means = [torch.zeros(3), torch.zeros(3)]

    def half(self):
        for mean in self.means:
            mean = mean.half()  # finding: `self.means` keeps the old tensors, so build a new one


def swapped():
    images = [torch.rand(3, 4), torch.rand(3, 4)]
    for image in images:
        image = image.swapaxes(0, 1)  # finding: `images` keeps the old tensors, so build a new one
    for image in images:
        image = image.relu_()
    return torch.cat(images)
