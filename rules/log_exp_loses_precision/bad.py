"""Small and large numbers, in the formulas of the textbook."""

import torch

x = torch.tensor([1e-9, 1e-4])
print(torch.log(1 + x))  # finding: `torch.log(1 + x)` is 0 for small inputs, because adding 1 rounds them off
print(torch.exp(x) - 1)  # finding: `torch.exp(x) - 1` is 0 for small inputs, because their exponential rounds to 1
print((torch.exp(x) - 1) / x)  # finding: is 0 for small inputs, because their exponential rounds to 1

scores = torch.tensor([[90.0, 89.0], [1.0, 2.0]])
print(torch.log(torch.sum(torch.exp(scores), dim=1)))  # finding: is inf as soon as one exponential overflows, above 88
