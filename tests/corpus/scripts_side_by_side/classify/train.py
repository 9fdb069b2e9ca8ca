"""Two scripts in two folders, each with its own utils.py and models.py of the same names."""

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

from models import Net
from utils import evaluate, keep

net = Net()
loader = DataLoader(TensorDataset(torch.randn(32, 8), torch.randint(0, 3, (32,))), batch_size=8)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
criterion = nn.CrossEntropyLoss()
kept = []
for x, y in loader:
    loss = criterion(net(x), y)  # finding: `CrossEntropyLoss` applies softmax itself, but `net(x)` already holds probabilities
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    keep(kept, loss)
print(sum(kept), evaluate(net, loader))
