"""A dataset whose subclasses load a sample."""

from torch.utils.data import Dataset


class Base(Dataset):
    def __init__(self, root, names):
        self.root, self.names = root, names
        self._table = None
        self.meta = None

    def __len__(self):
        return len(self.names)

    def __getitem__(self, index):
        return self.load(index)

    def load(self, index):
        raise NotImplementedError
