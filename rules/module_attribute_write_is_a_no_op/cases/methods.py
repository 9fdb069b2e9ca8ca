"""Names of methods that are assigned what the method computes."""

import torch


class Dictionary:
    def __init__(self, weight, norm):
        self.weight = weight
        self.norm = norm

    def encode(self, rows):
        self.weight.clamp = torch.clamp(self.weight, min=0.0)  # finding: hides a method of the tensor and does not
        rows.abs = rows.abs()  # suspected: write `rows = rows.abs()`
        return rows @ self.weight

    def configure(self, rows, other):
        self.norm.clamp = torch.clamp(rows, min=0.0)
        self.norm.abs = other.abs
        self.norm.scale = self.norm.scale()
        self.norm.T = rows.T
        rows.mean = torch.mean(rows)
        print(rows - rows.mean)  # the tensor keeps what was computed
        return self.norm
