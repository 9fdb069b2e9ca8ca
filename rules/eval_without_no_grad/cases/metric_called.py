"""A metric that is called keeps numbers only: where its result is dropped, nobody wants the graph."""

import torch
from elsewhere import show_examples
from torch import nn
from torch.utils.data import DataLoader, TensorDataset
from torchmetrics.classification import MulticlassConfusionMatrix

rows = TensorDataset(torch.randn(8, 4), torch.zeros(8, dtype=torch.long))
model = nn.Sequential(nn.Linear(4, 8), nn.Dropout(), nn.Linear(8, 2))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
matrix = MulticlassConfusionMatrix(num_classes=2)
for x, y in DataLoader(rows, shuffle=True):
    optimizer.zero_grad()
    outputs = model(x)
    matrix(outputs, y)
    nn.functional.cross_entropy(outputs, y).backward()
    optimizer.step()

show_examples(model)
for x, y in DataLoader(rows):
    predicted = model(x)  # finding: `model` is evaluated with gradients enabled
    matrix(predicted, y)
print(matrix.compute())
