"""Who looks up what to run, and how, may switch gradients off; a run tells whether that happens."""

import contextlib

import torch
from torch import nn

torch.manual_seed(0)
MODES = {"predict": torch.no_grad, "explain": contextlib.nullcontext}
TASKS = {}


def task(name):
    def keep(function):
        TASKS[name] = function
        return function

    return keep


@task("scores")
def scores_of(model, inputs):
    model.eval()
    return model(inputs)  # suspected: `model` is evaluated with gradients enabled  # refuted


@task("distances")
def distances_of(model, inputs):
    model.eval()
    return model(inputs)  # suspected: `model` is evaluated with gradients enabled


def run(name, mode, *given):
    with MODES[mode]():
        return TASKS[name](*given)


classifier = nn.Sequential(nn.Linear(8, 16), nn.Dropout(), nn.Linear(16, 3))
batches = [torch.randn(4, 8) for _ in range(5)]
for batch in batches:
    print(run("scores", "predict", classifier, batch).argmax(1).tolist())
    print(run("distances", "explain", classifier, batch).norm(dim=1).tolist())
