"""Dropped handles on modules that belong to somebody else and outlive the purpose of the hook."""

from functools import partial

import torch
from torch import nn


def print_shape(module, inputs, output):
    print(type(module).__name__, tuple(output.shape))


def watch(module, inputs, output, statistics):
    statistics.append(output.std().item())


def summarize(model, image):
    for layer in model.children():
        layer.register_forward_hook(print_shape)  # finding: its handle is discarded; keep the
    model(image)


def spread_by_layer(model, batch):
    statistics = []
    for name, layer in model.named_modules():
        if isinstance(layer, nn.Conv2d):
            layer.register_forward_hook(partial(watch, statistics=statistics))  # finding: the handle
    with torch.no_grad():
        model(batch)
    return statistics


class Dreamer:
    """Changes an image until one filter of a layer answers strongly."""

    def __init__(self, model, layer, filter_index):
        self.model = model
        self.layer = layer
        self.filter_index = filter_index
        self.answer = None
        self.hook_layer()

    def hook_layer(self):
        def keep(module, inputs, output):
            self.answer = output[0, self.filter_index]

        self.model[self.layer].register_forward_hook(keep)  # finding: the handle and call `remove()` on it

    def dream(self, image, steps=3):
        image = image.clone().requires_grad_()
        optimizer = torch.optim.Adam([image], lr=0.1)
        for _ in range(steps):
            optimizer.zero_grad()
            self.model(image)
            (-self.answer.mean()).backward()
            optimizer.step()
        return image.detach()


class GuidedGradients:
    """Lets only positive gradients through the ReLUs of a model, and goes on doing so for all who use it later."""

    def __init__(self, model):
        self.model = model
        self.gradients = None
        first = list(self.model.children())[0]
        first.register_full_backward_hook(self.keep)  # finding: the handle and call `remove()` on it
        for module in self.model.modules():
            if isinstance(module, nn.ReLU):
                module.register_full_backward_hook(self.clamp)  # finding: the handle and call `remove()`

    def keep(self, module, grad_inputs, grad_outputs):
        self.gradients = grad_outputs[0]

    def clamp(self, module, grad_inputs, grad_outputs):
        return (grad_inputs[0].clamp(min=0.0),)

    def explain(self, image, target):
        self.model.zero_grad()
        self.model(image)[0, target].backward()
        return self.gradients


class Statistics:
    """Has a method of its own that is called `register_hook`."""

    def __init__(self, model, functions):
        self.model = model
        self.values = {function.__name__: [] for function in functions}
        for function in functions:
            self.register_hook(function)

    def register_hook(self, function):
        for module in self.model.modules():
            module.register_forward_hook(self.make(function))  # finding: the handle and call `remove()` on it

    def make(self, function):
        def keep(module, inputs, output):
            self.values[function.__name__].append(function(output))

        return keep


def convolutions():
    return nn.Sequential(nn.Conv2d(3, 4, 3), nn.ReLU(), nn.Conv2d(4, 4, 3), nn.ReLU(), nn.Flatten(), nn.Linear(64, 2))


def main():
    model, image = convolutions(), torch.randn(1, 3, 8, 8)
    for _ in range(2):
        summarize(model, image)
        print(spread_by_layer(model, image))
    for filter_index in range(3):
        print(Dreamer(model, 2, filter_index).dream(image).shape)
    for target in range(2):
        print(GuidedGradients(model).explain(image.requires_grad_(), target).shape)


if __name__ == "__main__":
    main()
