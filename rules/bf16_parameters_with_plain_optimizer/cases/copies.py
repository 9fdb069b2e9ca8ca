"""DeepSpeed trains float32 copies."""

import deepspeed
import torch
from torch import nn


def train(batches, config):
    net = nn.Linear(4, 2).bfloat16()
    optimizer = torch.optim.AdamW(net.parameters(), lr=1e-5)
    net, optimizer, _, _ = deepspeed.initialize(model=net, optimizer=optimizer, config=config)
    for x, y in batches:
        net.backward(nn.functional.cross_entropy(net(x), y))
        net.step()
