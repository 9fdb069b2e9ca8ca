"""Lists of layers on purpose: whoever makes the optimizer looks into them by itself, or does not."""

import torch
from torch import nn


class Stack(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(8, 8)
        self.others = [nn.Linear(8, 8) for _ in range(2)]  # finding: `self.others` is a plain list  # refuted

    def forward(self, x):
        x = self.first(x)
        for layer in self.others:
            x = layer(torch.relu(x))
        return x


class Heads(nn.Module):
    def __init__(self):
        super().__init__()
        self.trunk = nn.Linear(8, 8)
        self.heads = [nn.Linear(8, 1) for _ in range(2)]  # finding: `self.heads` is a plain list

    def forward(self, x):
        x = torch.relu(self.trunk(x))
        return torch.cat([head(x) for head in self.heads], dim=1)


def all_parameters(model):
    """Those of the model, and of what its lists hold."""
    found = list(model.parameters())
    for held in vars(model).values():
        if isinstance(held, list):
            found += [p for part in held for p in part.parameters()]
    return found


torch.manual_seed(0)
stack, heads = Stack(), Heads()
for model, parameters in ((stack, all_parameters(stack)), (heads, list(heads.parameters()))):
    optimizer = torch.optim.SGD(parameters, lr=0.1)
    for _ in range(5):
        optimizer.zero_grad()
        loss = model(torch.randn(16, 8)).pow(2).mean()
        loss.backward()
        optimizer.step()
    print(f"{loss.item():.4f}")
