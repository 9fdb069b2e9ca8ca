"""Does not say where the model comes from, but that it is one of a package."""

import torch
import torch.nn.functional as F

import zoo

model = zoo.Classifier()
optimizer = torch.optim.Adam(model.parameters())
criterion = torch.nn.BCEWithLogitsLoss()
for step in range(3):
    x, y = torch.randn(4, 8), torch.rand(4)
    loss = criterion(model(x), y)  # finding: applies a sigmoid itself, but `model(x)` holds probabilities
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(F.binary_cross_entropy_with_logits(model.body(x).mean(1), y))
