import torch
from torch import nn

model = nn.Linear(2, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)


def step(rows, norms):
    optimizer.zero_grad(set_to_none=False)  # what is read below must not be None
    norms.append([parameter.grad.norm() for parameter in model.parameters()])
    model(rows).sum().backward()
    optimizer.step()
