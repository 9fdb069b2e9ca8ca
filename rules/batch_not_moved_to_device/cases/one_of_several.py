"""Loops over one of several loaders, arithmetic with numbers, and batches of the same name in two loops."""

import torch
from torch import nn
from torch.utils.data import DataLoader
from torchvision import datasets, transforms

loaders = {
    "train": DataLoader(datasets.MNIST("data", transform=transforms.ToTensor()), batch_size=32, shuffle=True),
    "val": DataLoader(datasets.MNIST("data", train=False, transform=transforms.ToTensor()), batch_size=32),
}
device = torch.device("cuda")
model = nn.Sequential(nn.Flatten(), nn.Linear(784, 10)).to(device)
criterion = nn.CrossEntropyLoss()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for phase in ("train", "val"):
    model.train(phase == "train")
    for images, labels in loaders[phase]:
        optimizer.zero_grad()
        loss = criterion(model(images.to(device)), labels)  # finding: `labels` comes from a DataLoader and is on the CPU
        if phase == "train":
            loss.backward()
            optimizer.step()
    for images, labels in loaders[phase]:
        print(criterion(model(images.to(device)), labels.to(device)).item())

for images, _ in loaders["train"]:
    images = 2 * images - 1
    print(model(images))  # finding: `images` comes from a DataLoader and is on the CPU

for images, _ in loaders["train"]:
    images = 2 * images.to(device) - 1
    print(model(images))

for batch in loaders["train"]:
    batch = [part.to(device) for part in batch]
    print(model(batch[0]))
for batch in loaders["val"]:
    print(model(batch[0]))  # finding: `batch[0]` comes from a DataLoader and is on the CPU
