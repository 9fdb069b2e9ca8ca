"""Options that a text is filled in with, or that are looked up by the methods behind the operators."""

import argparse

import torch

parser = argparse.ArgumentParser()
parser.add_argument("--name", default="run")
parser.add_argument("--width", type=int, default=4)
parser.add_argument("--rate", type=float, default=0.1)
parser.add_argument("--warmup", type=int, default=0)  # finding: nothing reads `warmup`
args = parser.parse_args()
print("settings: %s" % vars(args))
model = torch.nn.Linear(args.__getattribute__("width"), 1)
optimizer = torch.optim.SGD(model.parameters(), lr=vars(args).__getitem__("rate"))
torch.save(model.state_dict(), "%(name)s.pt" % vars(args))
