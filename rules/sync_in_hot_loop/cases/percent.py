"""Texts that `%` fills in: a tensor in one is fetched, a number is not."""

import torch
from torch import nn
from tqdm import tqdm

device = torch.device("cuda")


def with_a_bar(loader):
    model = nn.Linear(8, 2).to(device)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    bar = tqdm(loader)
    for i, (x, y) in enumerate(bar):
        optimizer.zero_grad()
        loss = nn.functional.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()
        bar.set_description("loss %g" % loss)  # finding: `loss` waits for the GPU in each training step; keep
        bar.set_postfix_str("step %d" % i)


def with_items(loader):
    model = nn.Linear(8, 2).to(device)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    means = torch.zeros(2, device=device)
    for i, (x, y) in enumerate(loader):
        optimizer.zero_grad()
        losses = nn.functional.cross_entropy(model(x), y, reduction="none").view(2, -1).mean(1)
        losses.sum().backward()
        optimizer.step()
        means = (means * i + losses.detach()) / (i + 1)
        text = ("%g" * 3) % (i, *means)  # finding: `means` waits for the GPU in each training step; keep
        if i % 100 == 0:
            print(text, "%g" % losses[0])


def remainders(loader):
    model = nn.Linear(8, 2).to(device)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for x, y in loader:
        optimizer.zero_grad()
        loss = nn.functional.cross_entropy(model(x % 2), 7 % y)
        loss.backward()
        optimizer.step()
