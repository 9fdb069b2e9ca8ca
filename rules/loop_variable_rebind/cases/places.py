import torch
from torch.utils.data import DataLoader


def whole_batch(model, dataset, device):
    for batch in DataLoader(dataset):
        for t in batch:
            t = t.to(device)  # finding: write `batch = [t.to(device) for t in batch]`
        print(model(*batch))


def entries(model, dataset, device):
    for batch in DataLoader(dataset):
        for key, value in batch.items():
            value = value.to(device)  # finding: write `batch[key] = value.to(device)`
        print(model(**batch))


def numbered(device):
    images = [torch.rand(3, 4), torch.rand(3, 4)]
    for number, image in enumerate(images):
        if image.dim() == 2:
            image = image.unsqueeze(0)  # finding: collect the results in a new list
    return torch.cat(images)


class Averages:
    def __init__(self):
        self.means = [torch.zeros(3), torch.zeros(3)]

    def half(self):
        for mean in self.means:
            mean = mean.half()  # finding: write `self.means = [mean.half() for mean in self.means]`


def swapped():
    images = [torch.rand(3, 4), torch.rand(3, 4)]
    for image in images:
        image = image.swapaxes(0, 1)  # finding: write `images = [image.swapaxes(0, 1) for image in images]`
    for image in images:
        image = image.relu_()
    return torch.cat(images)
