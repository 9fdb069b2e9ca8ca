"""A function's own `loss` carries a graph; what the program calls `loss` is the number that the function gives."""

import torch
from torch import nn

model = nn.Linear(4, 2)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
batches = torch.load("batches.pt", weights_only=True)


def train():
    total = count = 0
    for batch in batches:
        optimizer.zero_grad()
        loss = model(batch.x).square().mean()
        loss.backward()
        optimizer.step()
        total += loss.item() * batch.size
        count += batch.size
    return total / count


def differentiate(score):
    score.backward()


losses, scores = [], []
for epoch in range(10):
    loss = train()
    losses.append(loss)
    score = batches[epoch].score
    scores.append(score)
