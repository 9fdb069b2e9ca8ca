"""Weighs the classes of a loss, and looks up three rows."""

import torch
import torch.nn.functional as F

weight = torch.Tensor([0.2, 0.3, 0.5])  # finding: `torch.Tensor([0.2, 0.3, 0.5])` converts whatever it is given to the
labels = torch.Tensor([0, 1, 2])  # finding: `torch.Tensor([0, 1, 2])` turns integers into floats
scores = torch.Tensor(3, 3).zero_()  # finding: is uninitialised memory
print(F.cross_entropy(scores, labels.long(), weight=weight))
