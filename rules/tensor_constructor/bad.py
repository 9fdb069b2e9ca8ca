"""Weighs the classes of a loss, and looks up three rows."""

import torch
import torch.nn.functional as F

weight = torch.Tensor([0.2, 0.3, 0.5])  # finding: always makes float32
labels = torch.Tensor([0, 1, 2])  # finding: turns integers into float32
scores = torch.Tensor(3, 3).zero_()  # finding: is uninitialised memory
print(F.cross_entropy(scores, labels.long(), weight=weight))
