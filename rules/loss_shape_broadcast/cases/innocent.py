import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

x = torch.randn(100, 4)
y = torch.randn(100)
model = nn.Linear(4, 1)
wide = nn.Linear(4, 3)
for rows, wanted in DataLoader(TensorDataset(x, y), batch_size=10):
    loss = F.mse_loss(model(rows).squeeze(-1), wanted) + F.mse_loss(model(rows), wanted.unsqueeze(1))
    loss = loss + F.mse_loss(model(rows)[:, 0], wanted) + F.mse_loss(wide(rows), torch.zeros(10, 3))
    loss = loss + F.mse_loss(model(rows), wanted.view(-1, 1)) + F.mse_loss(model(rows), wide(rows)[:, :1])
    loss = loss + F.mse_loss(model(rows), model(rows)) + F.mse_loss(model(rows), torch.zeros(10, 1))
    loss = loss + F.binary_cross_entropy_with_logits(model(rows), wanted.reshape(-1, 1))
    loss = loss + (model(rows) - wanted.mean()).mean() + (model(rows) - 1).mean()
    loss.backward()
for rows, wanted in DataLoader(TensorDataset(x, y.unsqueeze(1)), batch_size=10):
    loss = F.mse_loss(model(rows), wanted) + (model(rows) - wanted).abs().mean()
one = torch.randn(4)
print(F.mse_loss(model(one), torch.tensor([1.0])))  # one row alone: (1,) and (1,)
for rows, wanted in DataLoader(TensorDataset(x, y), batch_size=10):
    loss = F.mse_loss(model(rows).mul(wide(rows)), wanted) + F.mse_loss(model(rows), wanted.mul(y.unsqueeze(1)))
    loss = loss + F.mse_loss(model(rows), wanted.unsqueeze(1).std(1, keepdim=True)) + F.mse_loss(model(rows).T, wanted)
    loss.backward()
steps = torch.arange(5)
gaps = steps - steps.view(-1, 1)  # all pairs
column = steps[:, None]
print(gaps, column - steps, steps.unsqueeze(1) == steps)
