"""Generators without a seed that are made for each call, each next to one that repeats nothing."""

import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset, Sampler, random_split


class Noise(nn.Module):
    def forward(self, x):
        noise = torch.Generator(x.device)  # finding: each call of `forward` draws the same numbers
        return x + torch.randn(x.shape, generator=noise, device=x.device)


class Places(Dataset):
    def __init__(self, rows):
        self.rows = rows

    def __getitem__(self, index):
        return self.shifted(self.rows[index])

    def shifted(self, row):
        g = torch.Generator()  # finding: each sample draws the same numbers
        return row + row.new_empty(3).uniform_(-1, 1, generator=g)


class Order(Sampler):
    def __init__(self, count):
        self.count = count

    def __iter__(self):
        generator = torch.Generator()  # finding: each epoch draws the same numbers
        yield from torch.randperm(self.count, generator=generator).tolist()


class OrderOfEpoch(Order):
    epoch = 0

    def __iter__(self):
        generator = torch.Generator()
        generator.manual_seed(self.epoch)
        yield from torch.randperm(self.count, generator=generator).tolist()


def corrupt(x):
    return x + torch.randn(x.shape, generator=torch.Generator())  # finding: each call of `corrupt` draws the same


def train(loader, model, optimizer):
    for x in loader:
        loss = (model(corrupt(x)) - x).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def epochs(rows):
    for _ in range(3):
        shuffled = torch.Generator()  # finding: each iteration draws the same numbers
        for batch in DataLoader(rows, shuffle=True, generator=shuffled):
            print(batch)


def masks(shape, count):
    return [torch.rand(shape, generator=torch.Generator()) < 0.5 for _ in range(count)]  # finding: each iteration


class Draws:
    """Calls a method of which another class may have one of the same name."""

    def noise(self, x):
        own = torch.Generator()  # suspected: each call of `noise` draws the same numbers
        return torch.bernoulli(x, generator=own)

    def run(self, batches):
        return [self.noise(x) for x in batches]


def start(shape, generator=None):
    if generator is None:
        generator = torch.Generator()  # finding: each call of `start` without `generator` draws the same numbers
    return torch.randn(shape, generator=generator)


def sample_all(model, count):
    return [model(start((1, 4))) for _ in range(count)]


def split(rows, seed=None):
    g = torch.Generator()  # a split that every run repeats
    if seed is not None:
        g.manual_seed(seed)
    return random_split(rows, [0.5, 0.5], generator=g)


if __name__ == "__main__":
    split(torch.zeros(4))


def noise_of_rounds(rounds):
    for _ in range(rounds):
        for _ in range(3):
            generator = torch.Generator()  # finding: is unseeded, so each iteration draws the same numbers
            yield torch.randn(3, generator=generator)
            break
