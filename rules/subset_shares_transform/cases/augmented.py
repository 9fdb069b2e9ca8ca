"""Parts of datasets with random transforms, of which one is held out."""

import copy

import torch
from torch.utils.data import DataLoader, Dataset, Subset, random_split
from torchvision import datasets, transforms

augmented = transforms.Compose([transforms.RandomHorizontalFlip(), transforms.ToTensor()])
plain = transforms.Compose([transforms.Resize(8), transforms.ToTensor()])


class Photos(Dataset):
    def __init__(self, folder, transform):
        self.folder, self.transform = folder, transform

    def __getitem__(self, index):
        return self.transform(self.folder[index])


def fit(model, train, test):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for x, y in DataLoader(train, batch_size=8, shuffle=True):
        optimizer.zero_grad()
        torch.nn.functional.cross_entropy(model(x), y).backward()
        optimizer.step()
    model.eval()
    with torch.no_grad():
        return sum((model(x).argmax(1) == y).sum() for x, y in DataLoader(test, batch_size=8))


def of_indices(model, order):
    flips = transforms.Compose([transforms.RandomHorizontalFlip(), transforms.ToTensor()])
    photos = datasets.ImageFolder("photos", transform=flips)
    train = Subset(photos, order[100:])
    test = Subset(photos, order[:100])  # finding: `test` returns augmented samples, because all parts share one transform
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for x, y in DataLoader(train, batch_size=8, shuffle=True):
        optimizer.zero_grad()
        torch.nn.functional.cross_entropy(model(x), y).backward()
        optimizer.step()
    model.eval()
    with torch.no_grad():
        for x, y in DataLoader(test, batch_size=8):
            print((model(x).argmax(1) == y).sum())


def handed_on(model):
    photos = datasets.ImageFolder("photos", transforms.Compose([transforms.ColorJitter(0.2), transforms.ToTensor()]))
    train_set, val_set = random_split(photos, [90, 10])  # suspected: `val_set` returns augmented samples
    return fit(model, train_set, val_set)


def under_a_flag(flips, order):
    if flips:
        photos = Photos("photos", transforms.Compose([transforms.RandomCrop(8), transforms.ToTensor()]))
    else:
        photos = Photos("photos", plain)
    test_photos = Subset(photos, order[:10])  # suspected: `test_photos` returns augmented samples, because all parts
    photos = Subset(photos, order[10:])
    return photos, test_photos


def side_by_side(order):
    photos = datasets.ImageFolder("photos", augmented)
    train, test = Subset(photos, order[10:]), Subset(photos, order[:10])  # suspected: `test` returns augmented samples
    return train, test


def of_two_datasets(order):
    shaken, still = datasets.ImageFolder("photos", augmented), datasets.ImageFolder("photos", plain)
    train, test = Subset(shaken, order[10:]), Subset(still, order[:10])
    return train, test


def without_chance(order):
    photos = datasets.ImageFolder("photos", transforms.Compose([transforms.RandomHorizontalFlip(p=0), plain]))
    train, test = random_split(photos, [90, 10])
    return train, test


def folds(order):
    photos = datasets.ImageFolder("photos", augmented)
    first, second = random_split(photos, [50, 50])
    return first, second


def whole_again(order):
    photos = datasets.ImageFolder("photos", augmented)
    test = Subset(copy.deepcopy(photos), order)
    train = Subset(photos, order)
    return train, test
