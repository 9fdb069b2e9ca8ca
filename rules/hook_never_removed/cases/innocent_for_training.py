"""Hooks that live as long as a training: of an optimizer, of a preconditioner; and others that only look at a model."""

from functools import partial

import torch
from torch import nn


class Curvature(torch.optim.Optimizer):
    """Hooks the model that it trains, as K-FAC does."""

    def __init__(self, model, lr=0.1):
        super().__init__(model.parameters(), {"lr": lr})
        self.model, self.inputs, self.gradients = model, {}, {}
        self.prepare()

    def prepare(self):
        for module in self.model.modules():
            if isinstance(module, nn.Linear):
                module.register_forward_pre_hook(self.keep_input)
                module.register_full_backward_hook(self.keep_gradient)

    def keep_input(self, module, inputs):
        self.inputs[module] = inputs[0].detach()

    def keep_gradient(self, module, grad_inputs, grad_outputs):
        self.gradients[module] = grad_outputs[0].detach()

    @torch.no_grad()
    def step(self, closure=None):
        for module, kept in self.inputs.items():
            module.weight -= self.defaults["lr"] * module.weight.grad / (1 + kept.square().mean())


class Preconditioner:
    """Changes the gradients before another optimizer's step, and keeps its handles for as long as it lives."""

    def __init__(self, model):
        self.sizes, self.handles = {}, []
        for name, module in model.named_children():
            self.handles.append(module.register_forward_pre_hook(partial(self.keep, name)))

    def keep(self, name, module, inputs):
        self.sizes[module] = inputs[0].square().mean().item()

    def step(self):
        for module, size in self.sizes.items():
            for parameter in module.parameters():
                parameter.grad.div_(1 + size)


class HooksAgain(torch.optim.SGD):
    """Hooks the model in each step: one more each time."""

    def __init__(self, model, lr=0.1):
        super().__init__(model.parameters(), lr=lr)
        self.model, self.seen = model, None

    def step(self, closure=None):
        self.model.register_forward_hook(self.look)  # finding: its handle is discarded; keep
        return super().step(closure)

    def look(self, module, inputs, output):
        self.seen = output.shape


class Monitor:
    """Has a step, as what a training calls in each pass has, and no gradients."""

    def __init__(self, model):
        self.calls, self.steps = 0, 0
        model.register_forward_hook(self.count)  # suspected: its handle is discarded; keep

    def count(self, module, inputs, output):
        self.calls += 1

    def step(self):
        self.steps += 1


class Shapes:
    """Looks at a model."""

    def __init__(self, model):
        self.shapes = {}
        for module in model.modules():
            module.register_forward_hook(self.keep)  # finding: its handle is discarded; keep

    def keep(self, module, inputs, output):
        self.shapes[module] = output.shape


def shapes(model, rows):
    seen = Shapes(model)
    model(rows)
    return list(seen.shapes.values())


if __name__ == "__main__":
    network, rows = nn.Sequential(nn.Linear(4, 4), nn.ReLU(), nn.Linear(4, 1)), torch.randn(3, 4)
    optimizer, preconditioner = Curvature(network), Preconditioner(network)
    again, monitor = HooksAgain(network), Monitor(network)
    for _ in range(3):
        for one in (optimizer, again):
            one.zero_grad()
            network(rows).square().mean().backward()
            preconditioner.step()
            one.step()
        monitor.step()
        print(len(shapes(network, rows)))
