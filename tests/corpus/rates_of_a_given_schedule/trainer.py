"""Trains with the schedules that its callers make."""

from torch import nn


class NoSchedule:
    def step(self):
        pass

    def get_lr(self):
        return [0.1]


class Trainer:
    def __init__(self, net, optimizer, schedule):
        self.net, self.optimizer = net, optimizer
        self.schedule = schedule

    def epoch(self, batches):
        for x, y in batches:
            self.optimizer.zero_grad()
            nn.functional.cross_entropy(self.net(x), y).backward()
            self.optimizer.step()
        self.schedule.step()
        print(self.schedule.get_lr()[0])  # finding: call `get_last_lr()`


class Finetuner:
    def __init__(self, optimizer, schedule=None):
        self.optimizer = optimizer
        self.schedule = schedule or NoSchedule()

    def rate(self):
        return self.schedule.get_lr()[0]  # suspected: call `get_last_lr()`


class Annealer:
    """Gets a schedule of the project's own."""

    def __init__(self, schedule):
        self.schedule = schedule

    def rate(self):
        return self.schedule.get_lr()[0]
