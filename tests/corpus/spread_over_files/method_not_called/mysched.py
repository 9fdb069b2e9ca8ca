"""Schedulers that forget the parentheses, and one that does not."""

import torch


class Base:
    def step_all(self):
        self.optimizer.step()
        self.scheduler.step  # finding: is not called

    def is_ready(self):
        return self.count > 3


class Fine(Base):
    def run(self):
        fn = self.is_ready
        return fn()
