"""Only the inner function calls the model; the outer one just hands it on."""

import torch
from torch import nn


def fit(net, batches, epochs=5):
    loss_fn = nn.CrossEntropyLoss()
    optimizer = torch.optim.AdamW(net.parameters(), lr=3e-4)
    for _ in range(epochs):
        one_epoch(net, batches, optimizer, loss_fn)


def one_epoch(net, batches, optimizer, loss_fn):
    for images, digits in batches:
        loss = loss_fn(net(images), digits)  # finding: applies softmax itself, but `net(images)` already holds probabilities
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
