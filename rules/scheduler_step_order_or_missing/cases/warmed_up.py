"""What runs before the first batch is a list that is filled elsewhere: a warm-up in it puts the schedule in order."""

import torch
import torch.nn.functional as F
from torch import nn, optim

STEPS = {}


def step(function):
    STEPS[function.__name__] = function
    return function


@step
def supervised(net, optimizer, x, y):
    optimizer.zero_grad()
    F.mse_loss(net(x), y).backward()
    optimizer.step()


class Batches:
    """Batches that run what waits for them to begin."""

    def __init__(self, batches):
        self.batches, self.waiting = batches, []

    def __iter__(self):
        while self.waiting:
            self.waiting.pop()()
        return iter(self.batches)


def train(net, batches):
    optimizer = optim.SGD(net.parameters(), lr=0.1)
    scheduler = optim.lr_scheduler.StepLR(optimizer, 2)

    def warm_up():
        supervised(net, optimizer, *batches.batches[0])

    batches.waiting.append(warm_up)
    for x, y in batches:
        scheduler.step()  # suspected: `scheduler.step()` before the first optimizer step  # refuted
        STEPS["supervised"](net, optimizer, x, y)


def fine_tune(net, batches):
    optimizer = optim.SGD(net.parameters(), lr=0.1)
    scheduler = optim.lr_scheduler.StepLR(optimizer, 2)
    for x, y in batches:
        scheduler.step()  # suspected: `scheduler.step()` before the first optimizer step
        STEPS["supervised"](net, optimizer, x, y)


torch.manual_seed(0)
model = nn.Linear(4, 1)
data = Batches([(torch.randn(8, 4), torch.randn(8, 1)) for _ in range(4)])
train(model, data)
fine_tune(model, data)
print(model.weight.norm().item())
