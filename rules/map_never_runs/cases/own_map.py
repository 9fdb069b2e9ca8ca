"""A function of the project's own that is called `map`."""

import torch


def map(function, things):
    for thing in things:
        function(thing)


def moved(models):
    map(lambda model: model.train(), models)
    map(torch.nn.Module.eval, models)
