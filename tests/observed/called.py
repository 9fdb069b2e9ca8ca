"""Hooks that are removed, models that are evaluated and trained as they should be; and one that never is."""

import torch
from torch import nn

model = nn.Sequential(nn.Linear(4, 8), nn.BatchNorm1d(8), nn.Dropout(0.5), nn.Linear(8, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
batches = [torch.randn(16, 4) for _ in range(5)]


def train():
    model.train()
    for batch in batches:
        optimizer.zero_grad()
        output = model(batch)  # refuted(eval_mode): part of training
        kept = model[3](model[0](batch))  # refuted(held_activations): part of training
        (output.mean() + kept.mean()).backward()
        optimizer.step()


def train_and_keep():
    kept, each = [], []
    for batch in batches:
        loss = model(batch).mean()
        kept.append(loss)  # confirmed(retained_graph): nodes only
        each.append(loss)  # refuted(retained_graph): backward ran through it
        loss.backward()
        each = []


def train_on_several():
    total = 0.0
    for batch in batches:
        output = model(batch)  # refuted(eval_mode): backward ran through 5 of the former
        total = total + output.mean()
    optimizer.zero_grad()
    total.backward()
    optimizer.step()


def evaluate():
    model.eval()
    for batch in batches:
        output = model(batch)  # refuted(eval_mode): in eval mode, and never differentiated
        with torch.no_grad():
            output = model(batch)  # refuted(held_activations): gradients are off in 10 calls
    return output


def look(layer):
    handle = layer.register_forward_hook(lambda *_: None)  # refuted(hook_lifetime): removed
    evaluate()
    handle.remove()


def one_of_many():
    layer = nn.Linear(2, 2)
    handle = layer.register_forward_hook(print)  # refuted(hook_lifetime): were freed with
    return handle.id


class Frozen(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 4).requires_grad_(False)

    def forward(self, rows):
        return self.layer(rows)


def follow(module, inputs):
    module.train(torch.is_grad_enabled())


train()
train_on_several()
train_and_keep()
for layer in (model[0], model[3]):
    look(layer)
    one_of_many()
frozen = Frozen()
following = nn.Sequential(nn.Linear(4, 8), nn.Dropout(0.5))
following.register_forward_pre_hook(follow)
for batch in batches:
    frozen(batch)  # refuted(held_activations): have no graph
    frozen(batch)  # undecided(eval_mode): none of its layers
    with torch.no_grad():
        following(batch)  # undecided(eval_mode): its mode had changed after 1 of 5 calls
    ended = abs(1.5)  # undecided(held_activations): no tensor
