"""Schedulers that step first in an epoch, where they or what has run before are not seen."""

import torch
import torch.nn.functional as F
from elsewhere import NormScheduler, RateScheduler, make_optimizer, make_schedule


def in_phases(model, loaders, criterion, optimizer, scheduler, epochs):
    for _ in range(epochs):
        for phase in ["train", "val"]:
            if phase == "train":
                scheduler.step()  # suspected: `scheduler.step()` skips the start of its schedule if it runs before
                model.train()
            else:
                model.eval()
            for x, y in loaders[phase]:
                optimizer.zero_grad()
                with torch.set_grad_enabled(phase == "train"):
                    loss = criterion(model(x), y)
                    if phase == "train":
                        loss.backward()
                        optimizer.step()


def in_phases_at_the_end(model, loaders, criterion, optimizer, scheduler, epochs):
    for _ in range(epochs):
        for phase in ["train", "val"]:
            for x, y in loaders[phase]:
                optimizer.zero_grad()
                with torch.set_grad_enabled(phase == "train"):
                    loss = criterion(model(x), y)
                    if phase == "train":
                        loss.backward()
                        optimizer.step()
            if phase == "train":
                scheduler.step()


class Trainer:
    def __init__(self, model):
        self.model = model
        self.optimizer = torch.optim.Adam(model.parameters())
        self.scheduler = torch.optim.lr_scheduler.MultiStepLR(self.optimizer, [30])

    def one_epoch(self, rows):
        self.scheduler.step()  # suspected: if it runs before `self.optimizer.step()`
        for x, y in rows:
            self.optimizer.zero_grad()
            F.mse_loss(self.model(x), y).backward()
            self.optimizer.step()

    def one_later_epoch(self, rows, epoch):
        if epoch > 0:
            self.scheduler.step()
        for x, y in rows:
            self.optimizer.zero_grad()
            F.mse_loss(self.model(x), y).backward()
            self.optimizer.step()

    def go_on(self, rows, epoch):
        for _ in range(epoch):
            self.scheduler.step()
        for x, y in rows:
            self.optimizer.zero_grad()
            F.mse_loss(self.model(x), y).backward()
            self.optimizer.step()


class OfFactories:
    def __init__(self, model):
        self.model = model
        self.optimizer = make_optimizer(model)
        self.schedule = make_schedule(self.optimizer)

    def one_epoch(self, rows):
        self.schedule.step()  # suspected: if it runs before `self.optimizer.step()`
        for x, y in rows:
            self.optimizer.zero_grad()
            F.mse_loss(self.model(x), y).backward()
            self.optimizer.step()

    def one_epoch_of_loss(self, rows, loss):
        self.schedule.step(loss)
        for x, y in rows:
            self.optimizer.zero_grad()
            F.mse_loss(self.model(x), y).backward()
            self.optimizer.step()


class WithMomentum:
    def __init__(self, model):
        self.model = model
        self.optimizer = torch.optim.Adam(model.parameters())
        self.bn_scheduler = NormScheduler(model, lambda epoch: 0.5**epoch)
        self.other_scheduler = RateScheduler(self.optimizer, lambda epoch: 0.5**epoch)

    def one_epoch(self, rows):
        self.bn_scheduler.step()
        for x, y in rows:
            self.optimizer.zero_grad()
            F.mse_loss(self.model(x), y).backward()
            self.optimizer.step()

    def one_epoch_of_rates(self, rows):
        self.other_scheduler.step()  # suspected: if it runs before `self.optimizer.step()`
        for x, y in rows:
            self.optimizer.zero_grad()
            F.mse_loss(self.model(x), y).backward()
            self.optimizer.step()
