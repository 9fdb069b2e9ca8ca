"""A first training, from a blog of 2019: moves nothing, cools down in the first epoch, and prints as one did then."""

import torch
from torch import nn, optim
from torch.utils.data import DataLoader, TensorDataset

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def fit(net, pictures, kinds):
    optimizer = optim.Adam(net.parameters())
    cooling = optim.lr_scheduler.ExponentialLR(optimizer, gamma=0.9)
    batches = DataLoader(TensorDataset(pictures, kinds), 32, shuffle=True)
    net.train()
    for _ in range(20):
        for both in batches:
            x, y = both[0], both[1]
            x.to(device)  # finding: `x.to(device)` returns its result and leaves `x` unchanged
            optimizer.zero_grad()
            sharp = nn.functional.cross_entropy(net(x), y)
            loss = sharp + 0.1 * net(x).square().mean()
            loss.backward()
            optimizer.step()
            cooling.step()  # finding: runs once per batch
            print(loss.data[0], sharp.data[0])  # finding: fails since PyTorch 1.0  # finding: fails since PyTorch 1.0


def first_rows(rows):
    loader = DataLoader(TensorDataset(rows), 4)
    walk = iter(loader)
    return walk.next()  # finding: `walk.next()` fails


def of_dicts(net, rows):
    for both in DataLoader(rows, 32):
        picture = both["picture"]
        picture.to(device)  # suspected: `picture.to(device)` returns its result and leaves `picture` unchanged
        with torch.no_grad():
            net(picture)
