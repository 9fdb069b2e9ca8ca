"""What is one of two is only wrong if both are."""

import torch
from torch.utils.data import DataLoader, TensorDataset

from compat import Net, cross_entropy, gradless, odds_of
from nets import Normed

loader = DataLoader(TensorDataset(torch.randn(8, 4), torch.randint(0, 2, (8,))), batch_size=4)
net, odds = Net(), Normed()
for x, y in loader:
    cross_entropy(net(x), y).backward()
    torch.nn.functional.cross_entropy(odds(x), y).backward()  # finding: applies softmax itself, but `odds(x)` already holds
    torch.nn.functional.cross_entropy(odds_of(odds, x), y).backward()  # finding: applies softmax itself,
net.eval()
with gradless():
    for x, y in loader:
        print((net(x).argmax(1) == y).sum())
