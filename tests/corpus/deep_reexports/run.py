"""Calls by names that the defining file has never heard of."""

import torch
from torch.utils.data import DataLoader

import api

net = api.build()
loader = DataLoader(torch.randn(8, 4), batch_size=2)
for x in loader:
    torch.nn.functional.cross_entropy(net(x), x.argmax(1) % 2).backward()  # finding: applies softmax itself,
with torch.no_grad():
    api.evaluate(net, loader)
api.measure(net, loader)
