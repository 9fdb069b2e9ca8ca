"""Nobody here or elsewhere turns gradients off around this loop."""

import torch


def predict(model, loader):
    found = []
    for x, _ in loader:
        logits = model(x)  # finding: `model` is evaluated with gradients enabled
        found.append(logits.argmax(1))
    return torch.cat(found)
