"""Loaders that take parts of one dataset by samplers, all with its transform."""

from torch.utils.data import DataLoader, SubsetRandomSampler
from torchvision import datasets, transforms

AUGMENTED = transforms.Compose([transforms.RandomHorizontalFlip(), transforms.ToTensor()])
PLAIN = transforms.ToTensor()


def shared(folder: str, order: list[int]) -> tuple[DataLoader, DataLoader]:
    images = datasets.ImageFolder(folder, transform=AUGMENTED)
    train_loader = DataLoader(images, 8, sampler=SubsetRandomSampler(order[100:]))
    picked = SubsetRandomSampler(order[:100])
    val_loader = DataLoader(images, 8, sampler=picked)  # suspected: `val_loader` returns augmented samples
    return train_loader, val_loader


def of_its_own(folder: str, order: list[int]) -> tuple[DataLoader, DataLoader]:
    images, held_out = datasets.ImageFolder(folder, transform=AUGMENTED), datasets.ImageFolder(folder, transform=PLAIN)
    train_loader = DataLoader(images, 8, sampler=SubsetRandomSampler(order[100:]))
    val_loader = DataLoader(held_out, 8, sampler=SubsetRandomSampler(order[:100]))
    return train_loader, val_loader


def never_augmented(folder: str, order: list[int]) -> tuple[DataLoader, DataLoader]:
    images = datasets.ImageFolder(folder, transform=PLAIN)
    train_loader = DataLoader(images, 8, sampler=SubsetRandomSampler(order[100:]))
    val_loader = DataLoader(images, 8, sampler=SubsetRandomSampler(order[:100]))
    return train_loader, val_loader


def folds(folder: str, order: list[int]) -> list[DataLoader]:
    images = datasets.ImageFolder(folder, transform=AUGMENTED)
    first_fold = DataLoader(images, 8, sampler=SubsetRandomSampler(order[:100]))
    second_fold = DataLoader(images, 8, sampler=SubsetRandomSampler(order[100:]))
    return [first_fold, second_fold]
