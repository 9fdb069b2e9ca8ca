"""Classes that hold optimizers and their schedulers."""

import torch


class Several:
    def __init__(self, optimizers, schedulers):
        self.optimizers = optimizers
        self.schedulers = schedulers

    def state_dict(self):
        return {
            name: self.optimizers[name].state_dict()  # suspected: saved and restored without `self.schedulers`, whose
            for name in self.optimizers
        }

    def load_state_dict(self, states):
        for name, state in states.items():
            self.optimizers[name].load_state_dict(state)

    def step(self):
        for name in self.optimizers:
            self.optimizers[name].step()
            self.schedulers[name].step()


class WithoutSchedulers:
    def __init__(self, optimizer, rates):
        self.optimizer, self.rates = optimizer, rates

    def state_dict(self):
        return self.optimizer.state_dict()

    def load_state_dict(self, state):
        self.optimizer.load_state_dict(state)

    def step(self):
        self.optimizer.step()
        self.rates.step()


class Kept:
    def __init__(self, optimizer, scheduler):
        self.optimizer, self.scheduler = optimizer, scheduler

    def state_dict(self):
        return {"optimizer": self.optimizer.state_dict(), "done": self.scheduler.last_epoch}

    def load_state_dict(self, state):
        self.optimizer.load_state_dict(state["optimizer"])
        self.scheduler.last_epoch = state["done"]

    def step(self):
        self.optimizer.step()
        self.scheduler.step()


print(torch.__version__)
