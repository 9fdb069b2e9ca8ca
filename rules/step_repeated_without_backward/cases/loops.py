"""Loops with two steps: with the same gradients, and with others."""

import torch
from torch import nn

model, other = nn.Linear(4, 2), nn.Linear(4, 2)
optimizer = torch.optim.AdamW(model.parameters())
second = torch.optim.AdamW(other.parameters())
scaler = torch.amp.GradScaler("cpu")


def batches():
    return [(torch.randn(8, 4), torch.randint(0, 2, (8,))) for _ in range(4)]


for x, y in batches():
    nn.functional.cross_entropy(model(x), y).backward()
    optimizer.step()
    optimizer.step()  # finding: applies the same gradients
    optimizer.zero_grad()

for x, y in batches():  # a warm-up that is scaled, and then not
    scaler.scale(nn.functional.cross_entropy(model(x), y)).backward()
    scaler.step(optimizer)
    scaler.update()
    optimizer.step()  # finding: applies the same gradients
    optimizer.zero_grad()

for x, y in batches():  # each step has its own gradients
    nn.functional.cross_entropy(model(x), y).backward()
    optimizer.step()
    optimizer.zero_grad()
    nn.functional.cross_entropy(model(x + 0.1), y).backward()
    optimizer.step()
    optimizer.zero_grad()

for x, y in batches():  # two optimizers
    loss = nn.functional.cross_entropy(model(x) + other(x), y)
    optimizer.zero_grad()
    second.zero_grad()
    loss.backward()
    optimizer.step()
    second.step()

for i, (x, y) in enumerate(batches()):  # one of the two runs
    loss = nn.functional.cross_entropy(model(x), y)
    optimizer.zero_grad()
    loss.backward()
    if i % 2:
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
    else:
        optimizer.step()

for x, y in batches():  # the gradients are changed by hand: an update of its own
    nn.functional.cross_entropy(model(x), y).backward()
    optimizer.step()
    for parameter in model.parameters():
        parameter.grad = torch.randn_like(parameter) * 0.01
    optimizer.step()
    optimizer.zero_grad()

loss = nn.functional.cross_entropy(model(torch.randn(8, 4)), torch.randint(0, 2, (8,)))
loss.backward()
for _ in range(3):  # how far one gradient goes
    optimizer.step()
