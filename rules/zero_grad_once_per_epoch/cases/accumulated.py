"""Steps every few batches: gradients that only an epoch clears add up from step to step."""

from torch import nn, optim
from torch.nn import functional
from torch.utils.data import DataLoader


def train(model: nn.Module, loader: DataLoader, epochs, every):
    optimizer = optim.SGD(model.parameters(), lr=0.1)
    for _epoch in range(epochs):
        optimizer.zero_grad()
        for i, (inputs, labels) in enumerate(loader):
            loss = functional.cross_entropy(model(inputs), labels) / every
            loss.backward()
            if (i + 1) % every == 0:
                optimizer.step()  # finding: `optimizer.zero_grad()` runs only in the outer loop


def train_and_clear(model: nn.Module, loader: DataLoader, epochs, every):
    optimizer = optim.SGD(model.parameters(), lr=0.1)
    for _epoch in range(epochs):
        optimizer.zero_grad()
        for i, (inputs, labels) in enumerate(loader):
            loss = functional.cross_entropy(model(inputs), labels) / every
            loss.backward()
            if (i + 1) % every == 0:
                optimizer.step()
                optimizer.zero_grad()


def train_on_whole_epochs(model: nn.Module, loader: DataLoader, epochs):
    optimizer = optim.SGD(model.parameters(), lr=0.1)
    for _epoch in range(epochs):
        optimizer.zero_grad()
        for i, (inputs, labels) in enumerate(loader):
            loss = functional.cross_entropy(model(inputs), labels) / len(loader)
            loss.backward()
            if i + 1 == len(loader):
                optimizer.step()
