"""A range that begins empty and grows at both ends, beside a record that begins with what nothing beats."""

import torch


class Range:
    def __init__(self):
        self.high = float("-inf")
        self.low = float("inf")
        self.best = float("inf")

    def update(self, value):
        self.high = max(self.high, value)
        self.low = min(self.low, value)

    def scaled(self, value):
        if self.high > self.low:
            return (value - self.low) / (self.high - self.low)
        return value

    def is_better(self, value):
        if value > self.best:  # finding: never true
            self.best = max(value, self.best)
            torch.save(self.low, "best.pt")
