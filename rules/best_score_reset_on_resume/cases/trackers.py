"""Objects that keep the best score and tell whether another is better: new ones, and those that are restored."""

import torch


class Single:
    def __init__(self, first):
        self.best = first

    def is_better(self, score):
        return score > self.best

    def update(self, score):
        if self.is_better(score):
            self.best = score
            return True
        return False

    def load(self, state):
        self.best = state


class Best:
    def __init__(self, first=0.0):
        self.single = Single(first)

    def update(self, score):
        return self.single.update(score)


class Often:
    """Tells how often, and compares nothing."""

    def update(self, score):
        return score % 10 == 0


def fit(model, loader, scored, path, epochs):
    start = 0
    best_score = Best()  # suspected: `best_score` restarts at `Best()` on resume
    if path:
        saved = torch.load(path, weights_only=True)
        model.load_state_dict(saved["model"])
        start = saved["epoch"] + 1
    for epoch in range(start, epochs):
        is_best = best_score.update(scored(model, loader))
        if is_best:
            torch.save(model.state_dict(), "best.pt")
        torch.save({"model": model.state_dict(), "epoch": epoch}, "last.pt")


def fit_and_restore(model, loader, scored, path, epochs):
    best, start = Best(), 0
    single = Single(0.0)
    often = Often()
    if path:
        saved = torch.load(path, weights_only=True)
        model.load_state_dict(saved["model"])
        start = saved["epoch"] + 1
        single.load(saved["best"])
        best = Best(saved["best"])
    for epoch in range(start, epochs):
        score = scored(model, loader)
        if single.update(score) or best.update(score):
            torch.save(model.state_dict(), "best.pt")
        if often.update(score):
            torch.save(model.state_dict(), "best_of_ten.pt")
        torch.save({"model": model.state_dict(), "epoch": epoch, "best": score}, "last.pt")
