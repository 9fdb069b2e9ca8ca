import torch
from torch import nn

model = nn.Linear(2, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)


def step(rows, optimizer, keeps, options):
    optimizer.zero_grad(set_to_none=False)  # finding: keeps zeroed gradients
    model.zero_grad(False)  # finding: keeps zeroed gradients
    optimizer.zero_grad()
    optimizer.zero_grad(set_to_none=True)
    optimizer.zero_grad(set_to_none=not keeps)
    optimizer.zero_grad(set_to_none=keeps)
    optimizer.zero_grad(**options)
    model(rows).sum().backward()
    optimizer.step()


class Both(torch.optim.Optimizer):
    def zero_grad(self, set_to_none=False):
        super().zero_grad(set_to_none=False)
        self.count = 0
