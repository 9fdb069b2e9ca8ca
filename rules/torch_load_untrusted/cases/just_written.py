"""Loads the best weights of this very run, which a call before has saved, and files of earlier runs."""

import os

import torch


def save_weights(model, path):
    torch.save({"model": model.state_dict()}, path)


class Stopping:
    def __init__(self):
        self.best = None

    def __call__(self, loss, model, folder):
        if self.best is None or loss < self.best:
            self.best = loss
            self.keep(model, folder)

    def keep(self, model, folder):
        torch.save(model.state_dict(), folder + "/" + "best.pt")


def train(model, loader, folder, path):
    stopping = Stopping()
    for loss in loader:
        stopping(loss, model, folder)
    model.load_state_dict(torch.load(os.path.join(folder, "best.pt")))
    save_weights(model, path)
    model.load_state_dict(torch.load(path)["model"])


def test(model, path):
    model.load_state_dict(torch.load(path))  # suspected: so a file from elsewhere can run any code


def either(model, path, is_trained):
    if is_trained:
        torch.save(model.state_dict(), path)
    else:
        model.load_state_dict(torch.load(path))  # suspected: so a file from elsewhere can run any code


def resumed(model, path, other):
    model.load_state_dict(torch.load(path))  # suspected: so a file from elsewhere can run any code
    torch.save(model.state_dict(), path)
    path = other
    model.load_state_dict(torch.load(path))  # suspected: so a file from elsewhere can run any code


def program(model, loader):
    train(model, loader, "runs", "runs/last.pt")
