"""A part that a sampler takes for training, while the loader for validation takes all."""

from torch.utils.data import DataLoader, Dataset, SubsetRandomSampler


def all_for_validation(rows: Dataset, order: list[int]) -> tuple[DataLoader, DataLoader]:
    train_loader = DataLoader(rows, 8, sampler=SubsetRandomSampler(order[100:]))
    val_loader = DataLoader(rows, 8)  # finding: `rows` is used for both training and validation
    return train_loader, val_loader


def two_parts(rows: Dataset, order: list[int]) -> tuple[DataLoader, DataLoader]:
    train_loader = DataLoader(rows, 8, sampler=SubsetRandomSampler(order[100:]))
    val_loader = DataLoader(rows, 8, sampler=SubsetRandomSampler(order[:100]))
    return train_loader, val_loader


def other_rows(rows: Dataset, held_out: Dataset, order: list[int]) -> tuple[DataLoader, DataLoader]:
    train_loader = DataLoader(rows, 8, sampler=SubsetRandomSampler(order))
    val_loader = DataLoader(held_out, 8)
    return train_loader, val_loader
