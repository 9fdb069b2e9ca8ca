"""Warm-ups by a count of an object's own, beside an optimizer whose state is kept."""

import torch


class WarmUp:
    def __init__(self, optimizer, width, warm):
        self.optimizer, self.width, self.warm = optimizer, width, warm
        self.steps = 0  # suspected: `self.steps` starts over on resume, and the learning rate with it

    def step(self):
        self.steps += 1
        rate = self.width**-0.5 * min(self.steps**-0.5, self.steps * self.warm**-1.5)
        for group in self.optimizer.param_groups:
            group["lr"] = rate
        self.optimizer.step()


class WarmUpFrom:
    def __init__(self, optimizer, warm, done):
        self.optimizer, self.warm, self.done = optimizer, warm, done

    def step(self):
        self.done += 1
        for group in self.optimizer.param_groups:
            group["lr"] = 1e-3 * min(1.0, self.done / self.warm)
        self.optimizer.step()


class WarmUpKept:
    def __init__(self, optimizer, warm):
        self.optimizer, self.warm = optimizer, warm
        self.passed = 0

    def step(self):
        self.passed += 1
        for group in self.optimizer.param_groups:
            group["lr"] = 1e-3 * min(1.0, self.passed / self.warm)
        self.optimizer.step()

    def state_dict(self):
        return {"optimizer": self.optimizer.state_dict(), "passed": self.passed}

    def load_state_dict(self, state):
        self.optimizer.load_state_dict(state["optimizer"])
        self.passed = state["passed"]


def save(model, warm_up, path):
    torch.save({"model": model.state_dict(), "optimizer": warm_up.optimizer.state_dict()}, path)


def resume(model, warm_up, path):
    saved = torch.load(path)
    model.load_state_dict(saved["model"])
    warm_up.optimizer.load_state_dict(saved["optimizer"])
