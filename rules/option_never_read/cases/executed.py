"""Options that become variables of the file by code that is made of them."""

import argparse

import torch

parser = argparse.ArgumentParser()
parser.add_argument("--width", type=int, default=4)
parser.add_argument("--rate", type=float, default=0.1)
parser.add_argument("--rounds", type=int, default=1)  # suspected: nothing reads `rounds`
for key, value in vars(parser.parse_args()).items():
    exec(f"{key} = {value!r}")
model = torch.nn.Linear(width, 1)  # noqa: F821
optimizer = torch.optim.SGD(model.parameters(), lr=rate)  # noqa: F821
