"""Imports what can't be read, is empty, is huge, or is decided while the program runs: silent about all of it."""

import importlib

import torch
from torch import nn

import empty
import unfinished
from generated import TABLE, WORDS
from plugins import loss_of, net_of
from unfinished import finish, half_net
from train import again

name = TABLE[3]
net = importlib.import_module("nets." + name).Net()
other = net_of(name)
half = half_net()
last = nn.Sequential(nn.Linear(len(WORDS), 3), nn.Softmax(dim=1))
total = 0
for x, y in torch.randn(4, 2, 8).split(1):
    loss = loss_of(name)(other(net(x)), y) + nn.CrossEntropyLoss()(half(x), y) + empty.loss(x)
    finish(loss)
    total += unfinished.measure(loss)
    nn.CrossEntropyLoss()(last(x), y).backward()  # finding: applies softmax itself, but `last(x)` already holds probabilities
print(total, again)
