"""Streams of lines, some of which give each worker a share."""

from torch.utils.data import IterableDataset, get_worker_info


class Base(IterableDataset):
    def __init__(self, paths):
        self.paths = paths

    def lines(self, path):
        with open(path) as f:
            yield from f


class Bad(Base):  # finding: every DataLoader worker yields all of `Bad`
    def __iter__(self):
        for path in self.paths:
            yield from self.lines(path)


class Good(Base):
    def __iter__(self):
        info = get_worker_info()
        paths = self.paths if info is None else self.paths[info.id :: info.num_workers]
        for path in paths:
            yield from self.lines(path)


class GoodHelper(Base):
    def _mine(self):
        info = get_worker_info()
        return self.paths if info is None else self.paths[info.id :: info.num_workers]

    def __iter__(self):
        for path in self._mine():
            yield from self.lines(path)
