"""Schedulers that are told the epoch, and those that need to be told something."""

from torch import nn, optim
from torch.optim.lr_scheduler import CosineAnnealingWarmRestarts, ReduceLROnPlateau, StepLR

model = nn.Linear(4, 2)
optimizer = optim.SGD(model.parameters(), lr=0.1)
by_steps, by_loss = StepLR(optimizer, 30), ReduceLROnPlateau(optimizer)
restarts = CosineAnnealingWarmRestarts(optimizer, 10)
for epoch in range(3):
    optimizer.step()
    by_steps.step()
    by_steps.step(epoch)  # finding: passes `epoch` as the epoch, which is deprecated and warns
    by_steps.step(epoch=epoch + 1)  # finding: passes `epoch + 1` as the epoch
    by_steps.step(None)
    by_loss.step(0.1)
    by_loss.step(0.1, epoch)  # finding: passes `epoch` as the epoch
    restarts.step(epoch + 0.5)


class Clock:
    def step(self, epoch):
        return epoch


Clock().step(3)
