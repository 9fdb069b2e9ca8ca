"""Workers that are started in each epoch, and those that go on, are needed once, or have to see what has changed."""

import torch
from torch import nn
from torch.utils.data import DataLoader
from torchvision import datasets


def fit(model, loader, optimizer, epochs=30):
    for _ in range(epochs):
        epoch(model, loader, optimizer)


def epoch(model, loader, optimizer):
    for x, y in loader:
        optimizer.zero_grad()
        nn.functional.cross_entropy(model(x), y).backward()
        optimizer.step()


def main(args):
    model = nn.Sequential(nn.Flatten(), nn.Linear(784, 10))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    photos, faces = datasets.ImageFolder("photos"), datasets.ImageFolder("faces")
    fit(model, DataLoader(photos, 8, True, num_workers=4), optimizer)  # finding: starts its workers again in each epoch
    off = DataLoader(photos, 8, num_workers=2, persistent_workers=False)  # finding: `off` starts its workers again
    fit(model, off, optimizer)
    some = DataLoader(photos, 8, num_workers=args.workers)  # suspected: add `persistent_workers=True`
    fit(model, some, optimizer)
    fit(model, DataLoader(photos, 8, True, num_workers=4, persistent_workers=True), optimizer)
    fit(model, DataLoader(photos, 8, True, num_workers=4, persistent_workers=args.workers > 0), optimizer)
    epoch(model, DataLoader(photos, 8, True, num_workers=4), optimizer)  # one epoch
    for number in range(30):
        epoch(model, DataLoader(photos, 8, num_workers=4), optimizer)  # another loader in each
    loader = DataLoader(faces, 8, num_workers=4)
    for number in range(30):
        faces.transform = args.transforms[number]  # which workers that go on would not see
        epoch(model, loader, optimizer)


def evaluate(model, loader):
    with torch.no_grad():
        return [sum((model(x).argmax(1) == y).sum().item() for x, y in loader) for _ in range(3)]


def look(model):
    return evaluate(model, DataLoader(datasets.ImageFolder("photos"), 8, num_workers=4))
