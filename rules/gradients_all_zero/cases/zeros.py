"""Gradients that are zero at first, in rows, or in turn, and some that are zero for good."""

import torch
from torch import nn


def train(parameters, loss_of, steps=16):
    optimizer = torch.optim.SGD(parameters, lr=0.1)
    for step in range(steps):
        optimizer.zero_grad()
        loss_of(step).backward()
        optimizer.step()


def beside_a_zero_head():
    down, up = nn.Linear(8, 2, bias=False), nn.Linear(2, 8, bias=False)
    nn.init.zeros_(up.weight)  # as in LoRA: at the first step nothing comes through to `down`
    rows = torch.randn(32, 8)
    train([*down.parameters(), *up.parameters()], lambda step: (up(down(rows)) - rows).square().mean())


def rows_of_an_embedding():
    words = nn.Embedding(1000, 4)
    train(words.parameters(), lambda step: words(torch.tensor([step, step + 1])).square().sum())


def sparse_rows():
    words = nn.Embedding(1000, 4, sparse=True)
    train(words.parameters(), lambda step: words(torch.tensor([step])).square().sum())


def with_a_warm_up():
    model, extra = nn.Linear(4, 1), nn.Linear(4, 1)
    rows = torch.randn(8, 4)

    def loss_of(step):
        return model(rows).square().mean() + max(0, step - 5) * extra(rows).square().mean()

    train([*model.parameters(), *extra.parameters()], loss_of)


def with_a_factor_of_zero():
    model, extra = nn.Linear(4, 1), nn.Linear(4, 1)
    optimizer = torch.optim.SGD([*model.parameters(), *extra.parameters()], lr=0.1)
    rows = torch.randn(8, 4)
    for _ in range(16):
        optimizer.zero_grad()
        loss = model(rows).square().mean() + 0.0 * extra(rows).square().mean()
        loss.backward()  # finding: all gradients of
        optimizer.step()


beside_a_zero_head()
rows_of_an_embedding()
sparse_rows()
with_a_warm_up()
with_a_factor_of_zero()
