"""One function makes the loaders of all parts, and a parameter says which part it is."""

from torch.utils.data import DataLoader, Dataset


def of_any_part(dataset: Dataset, validation=False):
    return DataLoader(dataset, 8, shuffle=not validation, drop_last=True)  # suspected: the evaluation with `validation=True` too


def of_either_part(dataset: Dataset, is_train=True):
    return DataLoader(dataset, 8, shuffle=is_train, drop_last=True)  # suspected: with `is_train=False` too


def of_training(dataset: Dataset, train=True):
    return DataLoader(dataset, 8, shuffle=train, drop_last=True)


def by_part(dataset: Dataset, validation=False):
    return DataLoader(dataset, 8, shuffle=not validation, drop_last=not validation)


def loaders(train_set: Dataset, val_set: Dataset):
    yield of_any_part(train_set), of_any_part(val_set, validation=True)
    yield of_either_part(train_set), of_either_part(val_set, is_train = False)  # fmt: skip
    yield of_training(train_set, train=True)
    yield by_part(train_set), by_part(val_set, validation=True)
