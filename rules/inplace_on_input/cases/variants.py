"""Who may change what in place."""

import torch
from torch import nn
from torch.utils.data import Dataset


def scaled(values, factor):
    values.mul_(factor)  # finding: also changes the caller's `weights`
    return values


def clipped(values):
    return values.clamp_(0, 1)  # finding: also changes the caller's `data`


def noisy(values):
    values = values.clone()
    return values.add_(torch.randn_like(values))


def halved(values):
    return values.mul_(0.5)


def double_(values):
    return values.mul_(2)


def reset(values):
    values.zero_()


def frozen(values):
    return values.requires_grad_(False)


def use(weights: torch.Tensor, data, epochs):
    result = scaled(weights, 2.0)
    for _ in range(epochs):
        print(clipped(data))
        print(noisy(data))
    fresh = torch.rand(3)
    fresh = halved(fresh)
    reset(fresh)
    print(frozen(fresh), fresh)
    print(double_(fresh), fresh)
    last = halved(torch.rand(3))
    print(result - weights, last, halved(last))
    weights = torch.rand(2)
    return weights


def advance(state: torch.Tensor, rows):
    state.copy_(state * 0.5 + rows)
    return state.sum()


def run(state: torch.Tensor, rows):
    for row in rows:
        print(advance(state, row))


class Kept(Dataset):
    def __init__(self, images: list[torch.Tensor], source: Dataset):
        self.images = [image.float() for image in images]
        self.source, self.mean = source, torch.zeros(3)

    def __len__(self):
        return len(self.images)

    def __getitem__(self, index):
        image = self.images[index].clone()
        other = self.source[index]
        self.images[index].unsqueeze_(0)
        self.images[index].div_(255)  # finding: also changes the dataset's stored `self.images[index]`
        return image.div_(255), other.mul_(2), torch.zeros(3).add_(self.mean)


class Joined(Dataset):
    def __init__(self, parts: list[Dataset], places: list[tuple[int, int]]):
        self.parts, self.places = parts, places

    def __len__(self):
        return len(self.places)

    def __getitem__(self, index):
        part, place = self.places[index]
        return self.parts[part].__getitem__(place)


class Block(nn.Module):
    def forward(self, x):
        out = torch.relu(x)
        return out.add_(x)


joined = Joined([Kept([], None), Kept([], None)], [(0, 0), (1, 0)])


class Mixing:
    @staticmethod
    def mixed(weights, values):
        values.add_(1)  # finding: `values.add_(1)` also changes the caller's `features`
        return (weights * values).sum()

    @staticmethod
    def mixed_once(weights, values):
        values.add_(1)
        return (weights * values).sum()

    def run(self, weights):
        features, others = torch.rand(3), torch.rand(3)
        total = self.mixed(weights, features) + self.mixed_once(weights, others)
        return total + weights.sum() + features.sum()
