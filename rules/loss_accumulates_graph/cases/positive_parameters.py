"""Models and criteria that come in as parameters: what is differentiated, or by what the default says."""

from torch import nn

cross_entropy = nn.CrossEntropyLoss()


def criterion_by_default(loader, model, optimizer, criterion=nn.CrossEntropyLoss()):
    model.train()
    total = 0.0
    for x, y in loader:
        optimizer.zero_grad()
        criterion(model(x), y).backward()
        optimizer.step()
        total += criterion(model(x), y)  # finding: `total` keeps the graph
    print(total / len(loader))


def backward_freed_the_activations(loader, model, optimizer):
    total = 0.0
    for x, y in loader:
        optimizer.zero_grad()
        loss = cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()
        total += loss  # finding: `total` keeps the graph of every `loss` alive
    print(total / len(loader))


def nothing_is_known(loader, model, criterion, optimizer):
    total = 0.0
    for x, y in loader:
        optimizer.zero_grad()
        loss = criterion(model(x), y)
        loss.backward()
        optimizer.step()
        total += loss  # finding: `total` keeps the graph of every `loss` alive
    return total / len(loader)
