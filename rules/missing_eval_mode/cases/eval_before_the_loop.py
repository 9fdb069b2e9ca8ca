"""`eval()` before a loop whose passes train: it holds until the first `train()`."""

import torch
from torch import nn
from torch.utils.data import DataLoader

train_loader, val_loader = DataLoader([]), DataLoader([])
criterion = nn.CrossEntropyLoss()


def new_net():
    return nn.Sequential(nn.Linear(8, 8), nn.ReLU(), nn.Dropout(0.1), nn.Linear(8, 2))


def evaluated_first(epochs):
    net = new_net()
    optimizer = torch.optim.Adam(net.parameters())
    net.eval()
    for epoch in range(epochs):
        total = 0
        with torch.no_grad():
            for rows, labels in val_loader:
                total += (net(rows).argmax(1) == labels).sum().item()  # finding: `net` is evaluated in train mode
        print(total)
        net.train()
        for rows, labels in train_loader:
            optimizer.zero_grad()
            criterion(net(rows), labels).backward()
            optimizer.step()


def evaluated_between_steps(net: nn.Module):
    optimizer = torch.optim.Adam(net.parameters())
    net.eval()
    for step, (rows, labels) in enumerate(train_loader):
        if step % 100 == 0:
            total = 0
            with torch.no_grad():
                for given, wanted in val_loader:
                    total += (net(given).argmax(1) == wanted).sum().item()  # suspected: evaluated in train mode
            print(total)
            net.train()
        optimizer.zero_grad()
        criterion(net(rows), labels).backward()
        optimizer.step()


# The same condition puts it back in eval mode, and evaluates.
def evaluated_at_some(net: nn.Module, epochs):
    optimizer = torch.optim.Adam(net.parameters())
    net.eval()
    for epoch in range(epochs):
        if epoch % 5 == 0:
            net.eval()
        if epoch % 5 == 0:
            total = 0
            with torch.no_grad():
                for rows, labels in val_loader:
                    total += (net(rows).argmax(1) == labels).sum().item()
            print(total)
        net.train()
        for rows, labels in train_loader:
            optimizer.zero_grad()
            criterion(net(rows), labels).backward()
            optimizer.step()


# Put back in train mode by the function that evaluates.
trained = new_net()
steps = torch.optim.Adam(trained.parameters())


def validate():
    total = 0
    with torch.no_grad():
        for rows, labels in val_loader:
            total += (trained(rows).argmax(1) == labels).sum().item()  # finding: `trained` is evaluated in train mode
    trained.train()
    return total


def fit(epochs):
    trained.eval()
    for epoch in range(epochs):
        print(validate())
        for rows, labels in train_loader:
            steps.zero_grad()
            criterion(trained(rows), labels).backward()
            steps.step()


fit(3)
evaluated_first(3)
