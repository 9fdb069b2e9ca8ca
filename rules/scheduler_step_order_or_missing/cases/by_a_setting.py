"""A setting decides whether there is a scheduler at all, or in which passes it steps."""

import torch
import torch.nn.functional as F
from torch import nn
from torch.optim.lr_scheduler import StepLR


class Trainer:
    def __init__(self, settings, rows):
        self.settings = settings
        self.rows = rows
        self.net = nn.Linear(8, 1)
        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=0.1)
        if settings.decays:
            self.scheduler = StepLR(self.optimizer, 30)

    def fit(self):
        for _ in range(90):
            self.fit_once()

    def fit_once(self):
        if self.settings.decays:
            self.scheduler.step()  # finding: `self.scheduler.step()` before the first optimizer step
        for x, y in self.rows:
            self.optimizer.zero_grad()
            F.mse_loss(self.net(x), y).backward()
            self.optimizer.step()


class Warmed:
    def __init__(self, settings, rows):
        self.settings = settings
        self.rows = rows
        self.net = nn.Linear(8, 1)
        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=0.1)
        if settings.is_warm:
            self.scheduler = StepLR(self.optimizer, 30)

    def fit(self):
        self.settings.is_warm = False
        for _ in range(90):
            if self.settings.is_warm:
                self.scheduler.step()
            for x, y in self.rows:
                self.optimizer.zero_grad()
                F.mse_loss(self.net(x), y).backward()
                self.optimizer.step()
            self.settings.is_warm = True


class Started:
    def __init__(self, settings, rows):
        self.settings = settings
        self.rows = rows
        self.net = nn.Linear(8, 1)
        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=0.1)
        self.scheduler = StepLR(self.optimizer, 30)

    def fit(self):
        for _ in range(90):
            if self.settings.has_started:
                self.scheduler.step()
            for x, y in self.rows:
                self.optimizer.zero_grad()
                F.mse_loss(self.net(x), y).backward()
                self.optimizer.step()
