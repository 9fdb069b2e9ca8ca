"""Generators that are seeded, or made once."""

import torch
from acme import prepare
from torch import nn

SHARED = torch.Generator()


class Seeded(nn.Module):
    def __init__(self, seed):
        super().__init__()
        self.seed = seed
        self.own = torch.Generator()

    def forward(self, x, seed=None):
        one = torch.Generator().manual_seed(self.seed)
        two = torch.Generator()
        two.manual_seed(self.seed)
        three = torch.Generator(device=x.device)
        three.seed()
        four = torch.Generator()
        four.set_state(torch.get_rng_state())
        five = torch.Generator()
        five = five.manual_seed(self.seed)
        six = torch.Generator()
        if seed is not None:
            six.manual_seed(seed)
        else:
            six.seed()
        seven = torch.Generator()
        prepare(seven)
        eight = torch.Generator()  # of no use
        if eight.device != x.device:
            return x
        return [torch.rand(3, generator=g) for g in (one, two, three, four)] + [
            torch.rand(3, generator=five),
            torch.rand(3, generator=six),
            torch.rand(3, generator=seven),
            torch.rand(3, generator=self.own),
            torch.rand(3, generator=SHARED),
        ]


class Masks(nn.Module):
    def forward(self, x, seed=None):
        g = torch.Generator()
        if seed is not None:
            g.manual_seed(seed)
        return torch.rand(x.shape, generator=g)


class UsesMasks(nn.Module):
    def __init__(self):
        super().__init__()
        self.masks = Masks()

    def forward(self, x, step):
        return self.masks(x, step) + self.masks(x, seed=step)


def helper():
    return torch.Generator()


def main():
    g = torch.Generator()
    weights = torch.randn(3, generator=g)
    for _ in range(3):
        print(weights, torch.randn(3, generator=g))


def noise(count):
    drawn = torch.Generator()
    return torch.randn(count, generator=drawn)


def once():
    return noise(3)


def seeded_first(x, generator=None):
    if generator is None:
        generator = torch.Generator()
        generator.manual_seed(0)
    return torch.rand(3, generator=generator)


def each(rows):
    for row in rows:
        seeded_first(row)
        g = torch.Generator()
        g.manual_seed(int(row))
        yield torch.rand(3, generator=g)


main()


def noise_once(loader):
    for batch in loader:
        generator = torch.Generator()
        return batch + torch.randn(batch.shape, generator=generator)


def split_each(datasets):
    for one in datasets:
        generator = torch.Generator()
        yield torch.utils.data.random_split(one, [0.9, 0.1], generator=generator)
