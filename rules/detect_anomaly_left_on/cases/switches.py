import torch
from torch import autograd


def train(model, loader, optimizer, debug):
    torch.autograd.set_detect_anomaly(debug)
    if debug:
        torch.autograd.set_detect_anomaly(True)
    for x in loader:
        with autograd.detect_anomaly():  # finding: enable it with a flag when debugging
            loss = model(x).sum()
            loss.backward()
        optimizer.step()


def always(model, loader):
    autograd.set_detect_anomaly(mode=True)  # finding: slows down every backward
    with torch.autograd.set_detect_anomaly(True, check_nan=False):  # finding: slows down every backward
        for x in loader:
            model(x).sum().backward()


def off(model, x):
    torch.autograd.set_detect_anomaly(False)
    with torch.autograd.set_detect_anomaly(mode=False):
        model(x).sum().backward()


def debug_step(model, x):
    with torch.autograd.detect_anomaly():
        model(x).sum().backward()


def again(model, x):
    try:
        model(x).sum().backward()
    except RuntimeError:
        with torch.autograd.detect_anomaly():
            model(x).sum().backward()


if __name__ == "__main__":
    torch.autograd.set_detect_anomaly(True)  # finding: enable it with a flag when debugging
