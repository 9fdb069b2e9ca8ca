"""The same names as in the other folder, and none of them means the same."""

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

from models import Net
from utils import evaluate, keep

net = Net()
loader = DataLoader(TensorDataset(torch.randn(32, 8), torch.randn(32, 3)), batch_size=8)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
criterion = nn.CrossEntropyLoss()
kept = []
for x, y in loader:
    loss = criterion(net(x), y.softmax(1))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    keep(kept, loss)  # finding: `kept` keeps the graph of every `loss` alive
print(sum(kept), evaluate(net, loader))
