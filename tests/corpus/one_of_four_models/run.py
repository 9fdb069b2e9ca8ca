"""A script without a guard, which trains and tests, or only tests."""

import argparse

import torch
from experiment import Careful, Careless
from torch.utils.data import DataLoader, TensorDataset

parser = argparse.ArgumentParser()
parser.add_argument("--model", default="wide")
parser.add_argument("--device", default="cpu")
parser.add_argument("--width", type=int, default=8)
parser.add_argument("--classes", type=int, default=2)
parser.add_argument("--several", action="store_true")
parser.add_argument("--only-test", action="store_true")
options = parser.parse_args()
loader = DataLoader(TensorDataset(torch.randn(64, 8), torch.randint(2, (64,))), batch_size=4, shuffle=True)

if options.only_test:
    print(Careless(options).test(loader), Careful(options).test(loader))
else:
    careless, careful = Careless(options), Careful(options)
    careless.train(loader)
    careful.train(loader)
    print(careless.test(loader), careful.test(loader))
