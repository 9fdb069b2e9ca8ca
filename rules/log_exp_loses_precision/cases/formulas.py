"""Formulas that lose digits, and formulas that don't."""

import math

import torch

x = torch.rand(4, 3)
torch.log(x + 1.0)  # finding: use `torch.log1p`
(1 + x).log()  # finding: use `torch.log1p`
x.exp() - 1  # finding: use `torch.expm1`
x.exp().sum(-1, keepdim=True).log()  # finding: use `torch.logsumexp`
torch.log(x.exp().sum())  # finding: use `torch.logsumexp`
torch.log(1 + torch.exp(x))  # finding: use `F.softplus`

shift = x.max(-1, keepdim=True).values
torch.log(torch.exp(x - shift).sum(-1, keepdim=True)) + shift
torch.log((x - x.amax(1, keepdim=True)).exp().sum(1))
torch.log(2 + x)
torch.log(1 - x)
torch.exp(x) - 2
1 - torch.exp(x)
math.log(1 + 1e-9), math.exp(1e-9) - 1
torch.log(torch.sum(x, dim=1))
torch.log2(1 + x)
degrees = torch.arange(1.0, 5.0)
torch.log(1 + degrees)

# An estimate of the KL divergence: the ratio of two probabilities that hardly differ.
others = torch.rand(4, 3)
ratio = others - x
torch.exp(ratio) - 1 - ratio  # finding: use `torch.expm1`
(others - x).exp() - 1  # finding: use `torch.expm1`
torch.exp(x - shift) - 2

product = (torch.exp(x) - 1) * others  # finding: use `torch.expm1`

# The exact function where numbers are small, the formula where they are large.
small = x < 0.5
torch.where(small, torch.expm1(x), torch.exp(x) - 1).log()
torch.where(small, x.log1p(), torch.log(1 + x))
torch.where(small, torch.exp(x) - 1, x)  # finding: use `torch.expm1`
torch.where(small, torch.log1p(x), torch.exp(x) - 1)  # finding: use `torch.expm1`

# Added so that no logarithm is infinite: `torch.logsumexp` needs no such number.
torch.log(torch.exp(x).sum(1) + 1e-8)  # finding: use `torch.logsumexp`
torch.log(1e-12 + x.exp().sum(-1)).mean()  # finding: use `torch.logsumexp`
torch.log(torch.exp(x).sum(1) + 0.5)
torch.log(torch.exp(x).sum(1) + others.sum(1))
torch.log(torch.exp(x - shift).sum(1) + 1e-8)
