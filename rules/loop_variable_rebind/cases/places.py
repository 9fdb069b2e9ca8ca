import torch
from torch.utils.data import DataLoader


def whole_batch(model, dataset, device):
    for batch in DataLoader(dataset):
        for t in batch:
            t = t.to(device)  # finding: `t.to(device)` becomes another value of a name, so `batch` keeps
        print(model(*batch))


def entries(model, dataset, device):
    for batch in DataLoader(dataset):
        for key, value in batch.items():
            value = value.to(device)  # finding: so `batch` keeps the old tensors
        print(model(**batch))


def numbered(device):
    images = [torch.rand(3, 4), torch.rand(3, 4)]
    for number, image in enumerate(images):
        if image.dim() == 2:
            image = image.unsqueeze(0)  # finding: so `images` keeps the old tensors
    return torch.cat(images)


class Averages:
    def __init__(self):
        self.means = [torch.zeros(3), torch.zeros(3)]

    def half(self):
        for mean in self.means:
            mean = mean.half()  # finding: so `self.means` keeps the old tensors


def swapped():
    images = [torch.rand(3, 4), torch.rand(3, 4)]
    for image in images:
        image = image.swapaxes(0, 1)  # finding: so `images` keeps the old tensors
    for image in images:
        image = image.relu_()
    return torch.cat(images)
