"""Gradients that hooks add to buffers of their own, which a hook of the optimizer puts back before each step."""

import torch
import torch.nn.functional as F
from torch import nn


def keep_gradients(model, optimizer):
    """Let steps apply what all backwards since the last one have made, whatever is cleared in between."""
    kept = {}

    def keep(parameter):
        kept[parameter] = kept.get(parameter, 0) + parameter.grad

    def put_back(*_):
        for parameter, gradient in kept.items():
            parameter.grad = gradient
        kept.clear()

    for parameter in model.parameters():
        parameter.register_post_accumulate_grad_hook(keep)
    optimizer.register_step_pre_hook(put_back)


def train(prepare):
    model = nn.Linear(8, 3)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for one in prepare:
        one(model, optimizer)
    for x, y in batches:
        loss = F.cross_entropy(model(x), y)
        loss.backward()
        optimizer.zero_grad()  # finding: zero_grad  # refuted
        optimizer.step()
    print(loss.item())


def fine_tune(prepare):
    model = nn.Linear(8, 3)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for one in prepare:
        one(model, optimizer)
    for x, y in batches:
        loss = F.cross_entropy(model(x), y)
        loss.backward()
        optimizer.zero_grad()  # finding: zero_grad
        optimizer.step()
    print(loss.item())


torch.manual_seed(0)
batches = [(torch.randn(16, 8), torch.randint(3, (16,))) for _ in range(4)]
train([keep_gradients])
fine_tune([])
