"""No word of float16 in this program: it runs in float32, until somebody turns autocast on."""

import torch

scores = torch.randn(2, 3, 3)
mask = torch.ones(3, 3).tril() == 0
scores = scores.masked_fill(mask, -1e9)  # suspected: does not fit in float16, so this raises under autocast # refuted
print(scores.softmax(-1))
