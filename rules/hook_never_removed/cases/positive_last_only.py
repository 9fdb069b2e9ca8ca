"""Only the last of several handles is removed."""

import torch
from torch import nn


def look(module, inputs, output):
    print(output.shape)


def summarize(model, batch):
    for layer in model:
        handle = layer.register_forward_hook(look)  # finding: the hook on `layer` runs in every later forward
    model(batch)
    handle.remove()


if __name__ == "__main__":
    network = nn.Sequential(nn.Linear(4, 4), nn.ReLU())
    for _ in range(2):
        summarize(network, torch.randn(2, 4))
