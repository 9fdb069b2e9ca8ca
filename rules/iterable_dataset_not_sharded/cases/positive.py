"""The ways in which samples are given out."""

import gzip
import itertools
import json

import torch
from torch.utils.data import DataLoader, IterableDataset
from torch.utils import data


class Chained(IterableDataset):  # finding: every DataLoader worker yields all of `Chained`
    def __init__(self, parts):
        self.parts = parts

    def __iter__(self):
        return itertools.chain.from_iterable(self.parts)


class Lines(data.IterableDataset):  # finding: every DataLoader worker yields all of `Lines`
    def __init__(self, path):
        super().__init__()
        self.path = path

    def _lines(self):
        with gzip.open(self.path) as file:
            for line in file:
                yield json.loads(line)

    def _rows(self):
        for line in self._lines():
            yield torch.tensor(line["row"])

    def __len__(self):
        return 100

    def __iter__(self):
        yield from self._rows()


class Both(Lines):  # finding: every DataLoader worker yields all of `Both`
    def __iter__(self):
        for row in super().__iter__():
            yield row, row.sum()


def main(parts, path, args):
    DataLoader(Chained(parts), batch_size=8, num_workers=4)
    lines = Lines(path)
    for dataset in (lines, Both(path)):
        yield DataLoader(dataset, batch_size=None, num_workers=args.workers)
    yield DataLoader(lines, 2, num_workers=args.workers)
    yield DataLoader(Both(path), 2, num_workers=args.workers)
