"""Counts the pixels that a segmentation and its target both mark, and those that only one of them does."""

import torch

torch.manual_seed(0)
target = torch.randint(0, 2, (4, 32, 32))
predicted = torch.rand(4, 32, 32) > 0.5

hits = (predicted == 1) & (target == 1)
misses = (predicted == 0) & (target == 1)
sensitivity = hits.sum() / ((hits | misses).sum() + 1e-6)
print(f"sensitivity {sensitivity:.3f}")
