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


def changed_copies(olds: list[torch.Tensor], news: list[torch.Tensor]):
    for old, new in zip(olds, news):
        old = old.clone()
        old.copy_(new)  # finding: `old.copy_(new)` only changes `old.clone()`, which nothing reads; change `old` itself


def changed_entries(tensors, device):
    for t in tensors:
        t = t.clone()
        t[0] = 1  # finding: only changes `t.clone()`, which nothing reads


def changed_elements(tensors: list[torch.Tensor]):
    for t in tensors:
        t = t * 2
        t.add_(1)  # finding: `t.add_(1)` only changes `t * 2`, which nothing reads; change `t` itself


def changed_and_read(tensors: list[torch.Tensor]):
    for t in tensors:
        t = t.clone()
        t.mul_(2)
        print(t.sum())


def changed_results(tensors):
    for t in tensors:
        t = t.abs()
        t[0] = 1  # suspected: only changes `t.abs()`, which nothing reads


def changed_views(tensors: list[torch.Tensor]):
    for t in tensors:
        t = t.view(-1)
        t.mul_(2)


def changed_as_needed(tensors: list[torch.Tensor], device):
    for t in tensors:
        t = t.to(device)  # the same tensor, if it is there already
        t.mul_(2)
