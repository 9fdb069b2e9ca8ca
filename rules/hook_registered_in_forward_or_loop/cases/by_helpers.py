"""Hooks that other functions register, which forwards and loops call."""

import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body, self.head = nn.Linear(4, 4), nn.Linear(4, 2)
        self.is_watched = False

    def forward(self, x):
        self.watch()
        self.watch_once()
        return self.head(self.body(x))

    def watch(self):
        self.body.register_forward_hook(look)  # finding: each call of `forward` adds another hook

    def watch_once(self):
        if not self.is_watched:
            self.body.register_forward_hook(look)
            self.is_watched = True


def look(module, inputs, output):
    print(output.shape)


def probe(model):
    layer = model.module if hasattr(model, "module") else model
    layer.head.register_forward_hook(look)  # finding: each pass of the loop adds another hook to `layer.head`, and none


def probe_once(model, epoch):
    if epoch == 0:
        model.head.register_forward_hook(look)


def probe_for_now(model):
    handle = model.head.register_forward_hook(look)
    model(torch.zeros(1, 4))
    handle.remove()


def train(model, batches, epochs):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for epoch in range(epochs):
        probe(model)
        probe_once(model, epoch)
        probe_for_now(model)
        fresh = nn.Sequential(nn.Linear(4, 4))
        probe_new(fresh)
        for x, y in batches:
            optimizer.zero_grad()
            nn.functional.cross_entropy(model(x), y).backward()
            optimizer.step()


def probe_new(model):
    model[0].register_forward_hook(look)


train(Net(), [(torch.rand(3, 4), torch.tensor([0, 1, 0]))], epochs=2)
