"""Models that are loaded as a whole: what is put in eval mode, or given tensors where gradients are off, is one."""

import torch

device = "cuda" if torch.cuda.is_available() else "cpu"


def watched(path, world):
    actor, statistics = torch.load(path)  # suspected: add `map_location="cpu"`
    world.statistics = statistics
    state = torch.zeros(1, 4)
    with torch.no_grad():
        return actor.act(world.reset(), state)


def switched(path, rows):
    model = torch.load(path)  # suspected: add `map_location="cpu"`
    model.eval()
    return model(rows)


def statistics_only(path, world):
    mean, deviation = torch.load(path)
    world.statistics = mean.tolist(), deviation.tolist()
    with torch.no_grad():
        return world.reset()


def rebound(path, make, rows):
    model = torch.load(path)
    print(sorted(model))
    model = make(model)
    model.eval()
    return model(rows)


def moved(path, rows):
    model = torch.load(path).to(device)  # suspected: `torch.load(path)` fails without the GPU
    model.eval()
    return model(rows)


def of_the_file(rows):
    held.eval()
    return held(rows)


def numbers(path):
    rows = torch.load(path).to(device)
    return rows.mean()


held = torch.load("model.pth").to(device)  # suspected: `torch.load("model.pth")` fails without the GPU
