"""What main.py calls, with nothing said of what it is given."""


def fit(model, loader, criterion, optimizer):
    model.train()
    for x, y in loader:
        optimizer.zero_grad()
        loss = criterion(model(x), y)
        loss.backward()
        optimizer.step()


def validate(model, loader, criterion):
    total = 0.0
    for x, y in loader:
        out = model(x)  # finding: decorate `validate` with `@torch.no_grad()`  # finding: `model` is evaluated in train mode
        total += criterion(out, y).item()
    return total / len(loader)


def epoch_of(model, loader, criterion, optimizer=None):
    """Trains if there is an optimizer."""
    total = 0.0
    for x, y in loader:
        loss = criterion(model(x), y)  # finding: `epoch_of` evaluates `model` with gradients  # finding: `epoch_of` evaluates `model` in train
        if optimizer is not None:
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        total += loss.item()
    return total / len(loader)
