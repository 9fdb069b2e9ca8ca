"""Operations: which keep the graph, which cut it, and what else than a tensor comes out."""

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

x = torch.tensor([0.1, 0.2, 0.3])
weights = torch.tensor([0.1, 0.2, 0.3], requires_grad=True)

# Arithmetic: one operand with a graph is enough.
reveal(x + x)  # tensor, no grad
reveal(x + weights)  # tensor, grad
reveal(1 + weights)  # tensor, grad
reveal(weights**2 / 3)  # tensor, grad
reveal(-weights)  # tensor, grad
reveal(x @ weights)  # tensor, grad
reveal(weights + unseen)  # tensor, grad
reveal(x + unseen)  # tensor, no grad
reveal(abs(weights))  # tensor, grad
reveal(sum([weights, weights]))  # tensor, grad
reveal(weights == x)  # tensor, no grad
reveal(weights is None)  # number
reveal(weights > 0)  # tensor, no grad
reveal(~(weights > 0))  # tensor, no grad
reveal(not weights)  # number
total = 0
total += weights
reveal(total)  # tensor, grad
total -= 1
reveal(total)  # tensor, grad

# Functions and methods.
reveal(torch.add(x, weights))  # tensor, grad
reveal(x.add(weights))  # tensor, grad
reveal(x.mul(2).exp().mean())  # tensor, no grad
reveal(torch.matmul(weights, x))  # tensor, grad
reveal(F.mse_loss(weights, x))  # tensor, grad
reveal(F.mse_loss(input=weights, target=x))  # tensor, grad
reveal(F.mse_loss(x, x))  # tensor, no grad
reveal(torch.cat([x, weights]))  # tensor, grad
reveal(torch.stack([x, x]))  # tensor, no grad
reveal(torch.where(x > 0, weights, x))  # tensor, grad
reveal(torch.einsum("i,i->", x, weights))  # tensor, grad
reveal(weights.sum())  # tensor, grad
reveal(weights.to(x))  # tensor, grad
reveal(torch.no_such_function(weights))  # unknown

# What cuts the graph.
reveal(weights.detach())  # tensor, no grad
reveal(weights.data)  # tensor, no grad
reveal(weights.grad)  # tensor, no grad
reveal(weights.argmax())  # tensor, no grad
reveal(torch.argmax(weights, dim=0))  # tensor, no grad
reveal(weights.sign().eq(1))  # tensor, no grad
reveal(torch.zeros_like(weights))  # tensor, no grad
reveal(torch.randn_like(weights))  # tensor, no grad
reveal(weights.new_zeros(3))  # tensor, no grad
reveal(torch.tensor(weights))  # tensor, no grad
reveal(torch.multinomial(weights, 1))  # tensor, no grad
reveal(weights.bool())  # tensor, no grad
reveal(weights.long())  # tensor, no grad
reveal(F.one_hot(weights.argmax()))  # tensor, no grad

# Other things than tensors.
reveal(weights.item())  # number
reveal(weights.tolist())  # number
reveal(weights.shape)  # number
reveal(weights.size(0))  # number
reveal(weights.dim())  # number
reveal(weights.device)  # number, device
reveal(weights.requires_grad)  # number
reveal(weights.detach().cpu().numpy())  # number
reveal(float(weights))  # number
reveal(len(weights))  # number
reveal(np.mean(weights.tolist()))  # array
reveal(weights.sum().backward())  # none
reveal(torch.is_tensor(weights))  # number
reveal(str(weights))  # number
reveal(f"{weights:.3f}")  # number

# Pairs and lists.
values, indices = weights.max(dim=0)
reveal(values)  # tensor, grad
reveal(indices)  # tensor, no grad
reveal(weights.max())  # tensor, grad
reveal(weights.max(0)[1])  # tensor, no grad
reveal(weights.max(dim=0).values)  # tensor, grad
reveal(weights.max(dim=0).indices)  # tensor, no grad
reveal(torch.max(weights, 0)[0])  # tensor, grad
reveal(torch.max(weights, x))  # tensor, grad
top, positions = torch.topk(weights, 2)
reveal(top)  # tensor, grad
reveal(positions)  # tensor, no grad
_, predicted = torch.max(weights.data, 1)
reveal(predicted)  # tensor, no grad
ordered, order = torch.sort(weights)
reveal(ordered)  # tensor, grad
reveal(order)  # tensor, no grad
reveal(weights.split(1))  # list, of (tensor, grad)
reveal(torch.chunk(weights, 3))  # list, of (tensor, grad)
left, right = weights.chunk(2)
reveal(left)  # tensor, grad
reveal(weights.unbind()[0])  # tensor, grad

# In place.
y = torch.tensor([0.1, 0.2, 0.3])
y.add_(weights)
reveal(y)  # tensor, grad
y.zero_()
reveal(y.detach_())  # tensor, no grad
reveal(y)  # tensor, no grad
z = torch.tensor([0.1, 0.2, 0.3])
z[0] = weights[0]
reveal(z)  # tensor, grad
z.data[0] = 1
reveal(z)  # tensor, grad
held = torch.tensor([0.1, 0.2, 0.3])
held += weights
reveal(held)  # tensor, grad

# Modules.
reveal(nn.Linear(3, 1)(x))  # tensor, grad
reveal(nn.Dropout()(x))  # tensor, no grad
reveal(nn.MSELoss()(x, weights))  # tensor, grad
reveal(nn.MSELoss()(x, x))  # tensor, no grad
reveal(nn.MaxPool2d(2)(weights))  # tensor, grad
output, (hidden, cell) = nn.LSTM(3, 3)(x)
reveal(output)  # tensor, grad
reveal(hidden)  # output, grad, state
attended, attention = nn.MultiheadAttention(3, 1)(x, x, x)
reveal(attended)  # tensor, grad
reveal(nn.Embedding(3, 3)(x))  # tensor, grad
reveal(nn.BatchNorm2d(3)(x))  # tensor, grad

# What may be a tensor with a graph may be one inside a list, too.
reveal(torch.mean(unseen))  # tensor, maybe grad, assumed
reveal(torch.cat([unseen]))  # tensor, maybe grad, assumed
reveal(torch.stack([unseen(x), unseen(weights)]).sum())  # tensor, maybe grad, assumed
reveal(torch.cat((unseen, unseen)))  # tensor, maybe grad, assumed
reveal(torch.cat([x, unseen]))  # tensor, no grad
reveal(torch.cat([unseen, 2 * nn.Parameter(x)]))  # tensor, grad
