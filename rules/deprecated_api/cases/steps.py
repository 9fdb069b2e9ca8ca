"""Schedulers that are told the epoch, those that need to be told something, and the rate that is in use."""

from torch import nn, optim
from torch.optim.lr_scheduler import CosineAnnealingWarmRestarts, LambdaLR, LRScheduler, ReduceLROnPlateau, StepLR

model = nn.Linear(4, 2)
optimizer = optim.SGD(model.parameters(), lr=0.1)
by_steps, by_loss = StepLR(optimizer, 30), ReduceLROnPlateau(optimizer)
restarts = CosineAnnealingWarmRestarts(optimizer, 10)
for epoch in range(3):
    optimizer.step()
    by_steps.step()
    by_steps.step(epoch)  # finding: `by_steps.step(epoch)` with an epoch is deprecated and warns
    by_steps.step(epoch=epoch + 1)  # finding: `by_steps.step(epoch=epoch + 1)` with an epoch
    by_steps.step(None)
    by_loss.step(0.1)
    by_loss.step(0.1, epoch)  # finding: epoch)` with an epoch
    restarts.step(epoch + 0.5)


class Clock:
    def step(self, epoch):
        return epoch


Clock().step(3)


class WarmUp(LRScheduler):
    def get_lr(self):
        return [0.1 * min(1.0, self.last_epoch / 100) for _ in self.base_lrs]


class Rates:
    """Gives rates, but is no scheduler."""

    def get_lr(self):
        return [0.1]


class Trainer:
    def __init__(self, name):
        self.rates = Rates()
        if name == "steps":
            self.scheduler = LambdaLR(optimizer, lambda epoch: 0.9**epoch)
        else:
            self.scheduler = WarmUp(optimizer)

    def log(self):
        print(self.scheduler.get_lr()[0])  # finding: warns, because it is internal to the scheduler
        print(self.scheduler.get_last_lr()[0], self.rates.get_lr()[0])
