"""A shape error that was made to go away."""

import torch

tensor_a = torch.rand(2, 3)
tensor_b = torch.rand(4, 3)
wrong = torch.matmul(tensor_a, tensor_b.reshape(3, 4))  # finding: `reshape` does not reorder elements
right = torch.matmul(tensor_a, tensor_b.T)
shown = torch.rand(4, 3).reshape(3, 4)
print(wrong, right, shown)
