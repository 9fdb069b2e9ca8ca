"""Classes of datasets that choose the samples of a split themselves."""

import json

from torch.utils.data import DataLoader, Dataset


class Kept(Dataset):
    def __init__(self, path, size=10, split="train"):
        self.rows = json.load(open(path))
        if split == "train":
            self.rows = self.rows
        else:
            self.rows = self.rows[:size]

    def __len__(self):
        return len(self.rows)

    def __getitem__(self, place):
        return self.rows[place]


class KeptAndAugmented(Kept):
    def __init__(self, path, train):
        self.train = train
        self.rows = json.load(open(path))
        if not train:
            self.rows = self.rows[:10]

    def __getitem__(self, place):
        return self.rows[place][::-1] if self.train else self.rows[place]


class HeldOut(Kept):
    def __init__(self, path, split="train"):
        self.rows = json.load(open(path))
        if split == "train":
            self.rows = self.rows[10:]
        else:
            self.rows = self.rows[:10]


class OfOtherFiles(Kept):
    def __init__(self, path, split="train"):
        self.rows = json.load(open(f"{path}/{split}.json"))
        if split != "train":
            self.rows = self.rows[:10]


def main(path, other):
    train_set = Kept(path)
    val_set = Kept(path, split="val")  # finding: are in the training dataset, too; leave them out of that
    far_set = Kept(other, split="val")
    small_set = Kept(path, 5, split="train")
    train_set_2, val_set_2 = HeldOut(path), HeldOut(path, "val")
    train_set_3, val_set_3 = OfOtherFiles(path), OfOtherFiles(path, "val")
    train_set_4 = KeptAndAugmented(path, train=True)
    val_set_4 = KeptAndAugmented(path, train=False)  # suspected: are in the training dataset, too; leave them out of that
    sets = (train_set, val_set, far_set, small_set, train_set_2, val_set_2, train_set_3, val_set_3)
    return [DataLoader(one) for one in (*sets, train_set_4, val_set_4)]
