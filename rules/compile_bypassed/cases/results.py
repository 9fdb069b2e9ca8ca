import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, fast=False):
        super().__init__()
        self.body = nn.Linear(4, 1)
        if fast:
            self = torch.compile(self, backend="eager")  # finding: compiles nothing

    def forward(self, x):
        return self.body(x)


def train(model, called):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(3):
        loss = called(torch.randn(8, 4)).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def drops_it():
    model = Net(fast=True)
    torch.compile(model, backend="eager")
    model(torch.randn(2, 4))


def trains_the_bare_model():
    model = nn.Linear(4, 1)
    fast = torch.compile(model, backend="eager")  # finding: compiles nothing, as its result is never called
    fast.train()
    optimizer = torch.optim.SGD(fast.parameters(), lr=0.1)
    for _ in range(3):
        loss = model(torch.randn(8, 4)).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    torch.save(fast.state_dict(), "/dev/null")


def trains_the_compiled_model():
    model = nn.Linear(4, 1)
    fast = torch.compile(model, backend="eager")
    train(model, fast)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(3):
        loss = fast(torch.randn(8, 4)).square().mean() + model(torch.zeros(1, 4)).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def only_reads_the_bare_model():
    model = nn.Linear(4, 1)
    fast = torch.compile(model, backend="eager")
    with torch.no_grad():
        model(torch.randn(8, 4))
    return fast


def tries():
    try:
        torch.compile(nn.Linear(4, 1), backend="eager")
    except RuntimeError:
        print("torch.compile is not supported here")


drops_it()
trains_the_bare_model()
trains_the_compiled_model()
only_reads_the_bare_model()(torch.randn(2, 4))
tries()
