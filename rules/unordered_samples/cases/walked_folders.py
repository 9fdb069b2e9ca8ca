"""Folders that are walked through: files of one folder may be sorted, but the folders come in any order."""

import os

from torch.utils.data import Dataset


def files_below(root):
    found = []
    for folder, _, names in os.walk(root):
        for name in names:
            found.append(os.path.join(folder, name))
    return found


def paired(root):
    paths = []
    for folder, _, names in os.walk(root):  # suspected: paired with another directory
        for name in sorted(names):
            paths.append(os.path.join(folder, name))
    return paths


def paired_in_order(root):
    paths = []
    for folder, folders, names in os.walk(root):
        folders.sort()
        for name in sorted(names):
            paths.append(os.path.join(folder, name))
    return paths


def sorted_at_the_end(root):
    paths = []
    for folder, _, names in os.walk(root):
        for name in names:
            paths.append(os.path.join(folder, name))
    return sorted(paths)


class Streets(Dataset):
    def __init__(self, root):
        self.images = paired(os.path.join(root, "images"))
        self.masks = paired(os.path.join(root, "masks"))

    def __len__(self):
        return len(self.images)

    def __getitem__(self, index):
        return self.images[index], self.masks[index]


class Fields(Dataset):
    def __init__(self, root):
        self.images = paired_in_order(os.path.join(root, "images"))
        self.masks = paired_in_order(os.path.join(root, "masks"))
        self.depths = sorted_at_the_end(os.path.join(root, "depths"))
        self.flows = sorted_at_the_end(os.path.join(root, "flows"))

    def __len__(self):
        return len(self.images)

    def __getitem__(self, index):
        return self.images[index], self.masks[index], self.depths[index], self.flows[index]


class Alone(Dataset):
    """One list alone has no other to go with."""

    def __init__(self, root):
        self.paths = files_below(root)

    def __getitem__(self, index):
        return self.paths[index]
