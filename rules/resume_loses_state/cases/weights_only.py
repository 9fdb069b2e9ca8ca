"""Programs that go on with the weights and the epoch of a checkpoint, with and without its optimizer."""

import torch
from torch import nn


def forgetful(model, path, epochs, resume):
    optimizer = torch.optim.Adam(model.parameters())
    first_epoch = 0
    if resume:
        checkpoint = torch.load(path, weights_only=True)  # finding: resumes without the saved optimizer state
        model.load_state_dict(checkpoint["model"])
        first_epoch = checkpoint["epoch"] + 1
    for epoch in range(first_epoch, epochs):
        train(model, optimizer)
        torch.save({"model": model.state_dict(), "optimizer": optimizer.state_dict(), "epoch": epoch}, path)


def by_get(model, optimizer, path, step=0):
    state = torch.load(path, weights_only=True)  # finding: resumes without the saved optimizer state
    model.load_state_dict(state["model"])
    step = state.get("step", step)
    return step, optimizer.state_dict()


def fine_tuned(model, path):
    """Starts a new training from the weights alone."""
    checkpoint = torch.load(path, weights_only=True)
    model.load_state_dict(checkpoint["model"])
    print("weights of epoch", checkpoint["epoch"])
    return model


def handed_on(model, path, resume):
    checkpoint = torch.load(path, weights_only=True)
    start_epoch = checkpoint["epoch"]
    model.load_state_dict(checkpoint["model"])
    resume(checkpoint)
    return start_epoch


def by_keys(model, path, parts):
    checkpoint = torch.load(path, weights_only=True)
    start_epoch = checkpoint["epoch"]
    model.load_state_dict(checkpoint["model"])
    for name, part in parts.items():
        part.load_state_dict(checkpoint[name])
    return start_epoch


def forgotten(model, folder):
    model.load_state_dict(torch.load(f"{folder}/model.pt", weights_only=True))
    optim_state = torch.load(f"{folder}/optim.pt", weights_only=True)  # finding: `optim_state` is loaded and never used
    return torch.optim.Adam(model.parameters())


def train(model, optimizer):
    optimizer.zero_grad()
    model(torch.rand(4, 4)).mean().backward()
    optimizer.step()


forgetful(nn.Linear(4, 2), "last.pt", 3, resume=False)
