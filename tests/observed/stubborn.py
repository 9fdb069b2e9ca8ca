"""Trains on whatever it is told."""

import atexit
import os
import sys

import torch
from torch.utils.data import DataLoader

torch.set_num_threads(1)
weight = torch.ones(1, requires_grad=True)
optimizer = torch.optim.SGD([weight], lr=0.1)
atexit.register(print, "at the end")


def train():
    for batch in DataLoader(list(range(100)), batch_size=10, num_workers=int(sys.argv[1])):
        (weight * batch.sum()).backward()
        optimizer.step()
        print("step", batch.tolist()[0])


for epoch in range(2):
    try:
        train()
    except BaseException as error:
        print(type(error).__name__, error, isinstance(error, SystemExit))
        if len(sys.argv) > 2:
            raise
    finally:
        print("epoch", epoch)
