"""A test set that validates where there is no other, assigned together with its length."""

import torch

from training import evaluate, train_one_epoch


def loaders(make, name):
    test_loader, test_length = make[name]["test"]()
    if make[name]["val"] is not None:
        val_loader, val_length = make[name]["val"]()
    else:
        val_loader, val_length = test_loader, test_length  # suspected: `val_loader` is the test set, `test_loader`
    return val_loader, val_length


def main(model, make, train_loader):
    best = 0.0
    val_loader, _ = loaders(make, "clips")
    for _ in range(10):
        train_one_epoch(model, train_loader)
        score = evaluate(model, val_loader)
        if score > best:
            best = score
            torch.save(model.state_dict(), "best.pt")
