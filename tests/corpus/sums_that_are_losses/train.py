"""A dozen sums over losses; the two that nobody differentiates grow."""

import torch
from torch import nn
from torch.utils.data import DataLoader

from losses import MultiTask, RunningTotal, pyramid_loss, weighted
from stepping import Stepper, step_with

net = nn.Linear(8, 8)
optimizer = torch.optim.SGD(net.parameters(), lr=0.01)
loader = DataLoader(torch.randn(32, 8), batch_size=4)
tasks, running = MultiTask(), RunningTotal()


def accumulate(scaler):
    epoch_loss = 0.0
    for batch in loader:
        loss = pyramid_loss([net(batch), net(batch * 2)], batch)
        loss = weighted({"near": loss, "far": net(batch).mean()}, {"near": 1.0, "far": 0.1})
        step_with(optimizer, loss, scaler)
        epoch_loss += loss  # finding: `epoch_loss` keeps the graph of every `loss` alive
        running.add(loss)  # finding: keeps the graph of every `loss` alive
    return epoch_loss


def full_batch():
    total = 0
    for batch in loader:
        total += net(batch).pow(2).mean()
    step_with(optimizer, total)


def several_tasks():
    for batch in loader:
        tasks.add(net(batch).mean())
        tasks.add(net(batch).std())
        step_with(optimizer, tasks.pop())


def with_an_engine(engine, accelerator):
    stepper = Stepper(engine, accelerator)
    total, losses = 0, []
    for batch in loader:
        total += net(batch).mean()
        losses.append(net(batch).std())
    stepper.by_engine(total)
    stepper.by_accelerator(optimizer, torch.stack(losses).mean())


if __name__ == "__main__":
    print(accumulate(None), running.report(8))
    full_batch()
    several_tasks()
