"""Matrices whose sizes did not fit, and were made to fit."""

import torch

tensor_a = torch.randn(2, 3)
tensor_b = torch.rand(4, 3)
product = tensor_a @ tensor_b.reshape(3, 4)  # finding: `reshape` does not reorder elements
fitting = tensor_b.reshape(3, 4)  # finding: it scrambles `tensor_b`; permute it
print(torch.matmul(tensor_a, fitting), product)

offsets = torch.zeros(3, 4)
moved = offsets + tensor_b.view(3, 4)  # finding: `view` does not reorder elements
shifted = tensor_b.view(3, 4)  # finding: permute it first
print(shifted * offsets, moved)

# looked at only, met by a number, or by a tensor of other sizes
rows = torch.arange(12).reshape(4, 3)
table = torch.rand(4, 3)
print(table.reshape(3, 4), table.reshape(3, 4) * 2, table.view(3, 4) + torch.rand(4))
print(rows.reshape(3, 4) + offsets)  # finding: `reshape` does not reorder elements, so it scrambles
flat = table.reshape(3, 4)
print(flat.sum(1), tensor_b.t() @ torch.rand(4, 2), tensor_b.reshape(2, 6) @ torch.rand(6, 2))
