"""Running sums that are kept by calls instead of operators."""

import torch
from torch import nn

model = nn.Linear(8, 1)
criterion = nn.MSELoss()
optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
batches = [(torch.randn(4, 8), torch.randn(4, 1)) for _ in range(5)]


def added_in_place():
    total = torch.zeros(())
    for inputs, targets in batches:
        optimizer.zero_grad()
        loss = criterion(model(inputs), targets)
        loss.backward()
        optimizer.step()
        total.add_(loss)  # finding: `total` keeps the graph
    print(f"{total:.4f}")


def added_by_a_function():
    total = torch.zeros(())
    for inputs, targets in batches:
        optimizer.zero_grad()
        loss = criterion(model(inputs), targets)
        loss.backward()
        optimizer.step()
        total = torch.add(total, loss)  # finding: `total` keeps the graph
    print(f"{total:.4f}")
