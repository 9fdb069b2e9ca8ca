"""Compiled functions with several versions that they need, and some that get another one at each step."""

import torch
from torch import nn


def train(parameters, loss_of, steps):
    optimizer = torch.optim.SGD(parameters, lr=1e-4)
    for step in steps:
        optimizer.zero_grad()
        loss_of(step).backward()
        optimizer.step()


class Plain(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.layer, self.dropout = nn.Linear(4, 4), nn.Dropout(0.1)

    def forward(self, rows):
        return self.dropout(self.layer(rows))


class Block(nn.Module):
    def __init__(self, width: int) -> None:
        super().__init__()
        self.layer = nn.Linear(width, width)

    def forward(self, rows):
        return self.layer(rows).relu()


class Scaled(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.layer, self.scale = nn.Linear(4, 4), 0

    def forward(self, rows):  # finding: recompiles `forward` step after step
        return self.layer(rows) * self.scale


class Broken(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.layer, self.scale = nn.Linear(4, 4), 0

    def forward(self, rows):
        out = self.layer(rows)
        torch._dynamo.graph_break()  # finding: recompiles the rest of `forward`
        return out * self.scale


@torch.compile(backend="eager")
def penalty(out, weigh):
    return weigh(out).sum()


@torch.compile(backend="eager")  # finding: recompiles `weighed` step after step
def weighed(out, weigh):
    return weigh(out).sum()


def training_evaluation_and_a_last_batch():
    model = Plain()
    compiled = torch.compile(model, backend="eager")
    for _ in range(2):
        model.train()
        train(model.parameters(), lambda size: compiled(torch.ones(size, 4)).sum(), (8, 8, 8, 3))
        model.eval()
        with torch.no_grad():
            for size in (8, 8, 5):
                compiled(torch.ones(size, 4))


def blocks_of_several_sizes():
    blocks = [Block(width) for width in (2, 3, 4, 5, 6, 7)]
    compiled = [torch.compile(block, backend="eager", dynamic=False) for block in blocks]
    parameters = [parameter for block in blocks for parameter in block.parameters()]
    rows = [torch.ones(1, width) for width in (2, 3, 4, 5, 6, 7)]
    train(parameters, lambda step: sum(block(each).sum() for block, each in zip(compiled, rows)), range(6))


def one_function_as_argument():
    model = Plain()
    train(model.parameters(), lambda step: penalty(model(torch.ones(2, 4)), torch.square), range(8))


def a_number_of_a_closure():
    model = Plain()
    train(model.parameters(), lambda step: penalty(model(torch.ones(2, 4)), lambda out: out * step), range(8))


def an_int_of_the_module(model):
    compiled = torch.compile(model, backend="eager")

    def loss_of(step):
        model.scale = step
        return compiled(torch.ones(2, 4)).sum()

    train(model.parameters(), loss_of, range(8))


def another_function_at_each_step():
    model = Plain()
    train(model.parameters(), lambda step: weighed(model(torch.ones(2, 4)), lambda out, by=step: out * by), range(8))


def shapes_that_may_not_be_dynamic():
    model = nn.Sequential(nn.Linear(4, 4))
    compiled = torch.compile(model, backend="eager", dynamic=False)

    def loss_of(size):
        out = compiled(torch.ones(size, 4))  # finding: recompiles the function called here step after step
        return out.sum()

    train(model.parameters(), loss_of, range(2, 9))


training_evaluation_and_a_last_batch()
blocks_of_several_sizes()
one_function_as_argument()
a_number_of_a_closure()
an_int_of_the_module(Scaled())
an_int_of_the_module(Broken())
another_function_at_each_step()
shapes_that_may_not_be_dynamic()
