"""A script that evaluates at module level."""

import torch
from torch import nn

model = nn.Sequential(nn.Linear(8, 16), nn.Dropout(), nn.Linear(16, 3))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
batches = [(torch.randn(4, 8), torch.randint(0, 3, (4,))) for _ in range(5)]

for inputs, labels in batches:
    optimizer.zero_grad()
    nn.functional.cross_entropy(model(inputs), labels).backward()
    optimizer.step()

model.eval()
correct = total = 0
for inputs, labels in batches:
    outputs = model(inputs)  # finding: `model` is evaluated with gradients enabled
    _, predicted = torch.max(outputs.data, 1)
    total += labels.size(0)
    correct += (predicted == labels).sum().item()
print(f"{correct} of {total}")
