"""The loops over batches; who calls them says in which mode and with which gradients."""

from .meters import Meter


def train_epoch(model, loader, criterion, optimizer):
    losses = Meter()
    for x, y in loader:
        optimizer.zero_grad()
        loss = criterion(model(x), y)
        loss.backward()
        optimizer.step()
        losses.update(loss, len(x))  # finding: keeps the graph of every `loss` alive
    return losses.mean


def validate(model, loader, criterion):
    losses = Meter()
    for x, y in loader:
        losses.update(criterion(model(x), y), len(x))
    return losses.mean
