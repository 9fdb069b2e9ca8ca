"""Loops that a star hands on; whoever runs them says whether with gradients."""


def one_pass(model, loader):
    model.eval()
    right = 0
    for x, y in loader:
        right += (model(x).argmax(1) == y).sum()
    return right


def another_pass(model, loader):
    model.eval()
    right = 0
    for x, y in loader:
        right += (model(x).argmax(1) == y).sum()  # finding: `model` is evaluated with gradients enabled
    return right
