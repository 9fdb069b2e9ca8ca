"""The number of a GPU put into a text: it is one of NVIDIA's, whichever it is."""

import torch
from torch import nn


def made(gpu):
    net = nn.Linear(2, 2).to("cuda:{}".format(gpu))  # finding: fails where PyTorch finds no GPU (3 such places)
    rows = torch.ones(2, device="cuda:%d" % gpu)
    return net(rows.to(f"cuda:{gpu}"))


def named(name, number):
    return nn.Linear(2, 2).to("{}:{}".format(name, number)), "net %d" % number
