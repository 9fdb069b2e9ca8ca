"""What looks into a model: an object that one program makes, and a function that two of them call."""

import torch


class Monitor:
    def __init__(self, model):
        self.model, self.seen = model, []
        self._register()

    def _register(self):
        self.model[0].register_forward_hook(self.keep)  # suspected: call `remove()`

    def keep(self, module, inputs, output):
        self.seen.append(output.detach())

    def largest(self, x):
        with torch.no_grad():
            self.model(x)
        return self.seen[-1].max()


def mean_activation(model, x):
    kept = []
    model[0].register_forward_hook(lambda module, inputs, output: kept.append(output.mean().item()))  # finding: the handle
    with torch.no_grad():
        model(x)
    return kept[0]
