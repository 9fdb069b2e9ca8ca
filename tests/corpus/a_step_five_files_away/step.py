"""One step of training, or of a metric that is a plain number."""


def step(model, criterion, optimizer, x, y):
    loss = criterion(model(x), y)  # finding: applies softmax itself, but `model(x)` already holds probabilities
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.item()
