"""Trainers that are given a scheduler, and one whose scheduler follows a metric."""

import torch


def restore(path, model, optimizer=None):
    state = torch.load(path, map_location="cpu")
    model.load_state_dict(state["model"])
    if optimizer is not None:
        optimizer.load_state_dict(state["optimizer"])
    return state


class Trainer:
    def __init__(self, model, optimizer, lr_scheduler, path, resume=False):
        self.model, self.path = model, path
        self.optimizer = optimizer
        self.lr_scheduler = lr_scheduler
        self.epoch = restore(path, model, self.optimizer)["epoch"] if resume else 0

    def train(self, loader, epochs):
        for self.epoch in range(self.epoch, epochs):
            for x, y in loader:
                loss = torch.nn.functional.mse_loss(self.model(x), y)
                self.optimizer.zero_grad()
                loss.backward()
                self.optimizer.step()
            self.lr_scheduler.step()
            self.save()

    def save(self):
        held = {"model": self.model.state_dict(), "epoch": self.epoch + 1}
        torch.save(held | {"optimizer": self.optimizer.state_dict()}, self.path)  # suspected: without `self.lr_scheduler`


class TrainerByLoss:
    def __init__(self, model, optimizer, scheduler, path):
        self.model, self.path = model, path
        self.optimizer, self.scheduler = optimizer, scheduler
        restore(path, model, self.optimizer)

    def train(self, loader):
        for x, y in loader:
            loss = torch.nn.functional.mse_loss(self.model(x), y)
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()
            self.scheduler.step(loss.item())
        torch.save({"model": self.model.state_dict(), "optimizer": self.optimizer.state_dict()}, self.path)
