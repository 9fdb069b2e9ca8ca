"""Sets something up by a call without arguments, and tears it down by another one."""

import torch
from torch import nn
from torch.utils.data import DataLoader

import registry


def look(module, inputs, output):
    print(output.shape)


def with_hooks(model, loader):
    registry.unwatch()
    for _ in range(2):
        for layer in model:
            registry.watch(layer.register_forward_hook(look))
        for x in loader:
            model(x)
        registry.unwatch()


def without_gradients(loader):
    model = registry.current()
    model.eval()
    registry.calm()
    before = [model(x).argmax(1) for x in loader]
    registry.lively()
    after = [model(x).argmax(1) for x in loader]  # finding: `model` is evaluated with gradients enabled
    registry.calm()
    return before, after, [model(x).argmax(1) for x in loader]


if __name__ == "__main__":
    net, batches = nn.Sequential(nn.Linear(4, 2), nn.ReLU()), DataLoader(torch.randn(8, 4))
    with_hooks(net, batches)
    registry.use(net)
    without_gradients(batches)
