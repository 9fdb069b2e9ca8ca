"""Without any function, as in a notebook: the epochs, and after them the test data."""

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn, optim
from torch.utils.data import DataLoader, TensorDataset

table = torch.from_numpy(np.loadtxt("iris.csv", delimiter=",")).float()
rows, kinds = table[:, :4], table[:, 4].long()
train_batches = DataLoader(TensorDataset(rows[:120], kinds[:120]), batch_size=10, shuffle=True)
test_batches = DataLoader(TensorDataset(rows[120:], kinds[120:]), batch_size=10)

net = nn.Sequential(nn.Linear(4, 32), nn.BatchNorm1d(32), nn.ReLU(), nn.Linear(32, 3))
optimizer = optim.Adam(net.parameters(), lr=0.01)

for epoch in range(20):
    running = 0.0
    for x, y in train_batches:
        optimizer.zero_grad()
        loss = F.cross_entropy(net(x), y)
        loss.backward()
        optimizer.step()
        running += loss.item()
    print(epoch, running / len(train_batches))

test_loss, hits = 0.0, 0
for x, y in test_batches:
    scores = net(x)  # finding: is evaluated with gradients enabled  # finding: `net` is evaluated in train mode
    test_loss += F.cross_entropy(scores, y).item()
    hits += (scores.argmax(dim=1) == y).sum().item()
print(test_loss / len(test_batches), hits / 30)

for x, y in test_batches:
    for row, kind in zip(x, y):
        print(net(row[None]).argmax().item(), kind.item())  # finding: is evaluated with gradients enabled
