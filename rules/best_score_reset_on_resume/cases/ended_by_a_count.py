"""Loops over data that end when a count is reached, which a method restores with the weights."""

import torch

from training import evaluate, one_step


class Resumed:
    def __init__(self, model, loader):
        self.model, self.loader, self.it = model, loader, 0

    def load(self, path):
        saved = torch.load(path)
        self.model.load_state_dict(saved["model"])
        self.it = saved["it"]

    def train(self, limit):
        best, best_it = 0.0, 0  # finding: `best` restarts at `0.0` on resume, so a worse epoch can replace the
        for batch in self.loader:
            if self.it > limit:
                break
            one_step(self.model, batch)
            score = evaluate(self.model)
            if score > best:
                best = score
                best_it = self.it
            print(best, best_it)
            if self.it == best_it:
                torch.save({"model": self.model.state_dict(), "it": self.it}, "best.pt")
            self.it += 1


class ResumedWithItsBest:
    def __init__(self, model, loader):
        self.model, self.loader, self.it, self.best = model, loader, 0, 0.0

    def load(self, path):
        saved = torch.load(path)
        self.model.load_state_dict(saved["model"])
        self.it, self.best = saved["it"], saved["best"]

    def train(self, limit):
        for batch in self.loader:
            if self.it > limit:
                break
            one_step(self.model, batch)
            score = evaluate(self.model)
            is_best = False
            if score > self.best:
                self.best = score
                is_best = True
            if is_best:
                torch.save({"model": self.model.state_dict(), "it": self.it, "best": self.best}, "best.pt")
            self.it += 1


class FromTheStart:
    def __init__(self, model, loader):
        self.model, self.loader, self.it = model, loader, 0

    def train(self, limit):
        best = 0.0
        for batch in self.loader:
            if self.it > limit:
                break
            one_step(self.model, batch)
            score = evaluate(self.model)
            if score > best:
                best = score
                torch.save({"model": self.model.state_dict(), "it": self.it}, "best.pt")
            self.it += 1


def last_of_each_kind(model, loader, path, limit):
    saved = torch.load(path)
    model.load_state_dict(saved["model"])
    step, lowest, kind = saved["step"], 1e9, 0
    for batch in loader:
        if step >= limit:
            break
        loss = one_step(model, batch)
        if loss < lowest:
            lowest, kind = loss, batch.kind
        if step % 1000 == 0:
            torch.save({"model": model.state_dict(), "step": step, "kind": kind}, "last.pt")
        step += 1
