import argparse

import torch
from torch.utils.data import DataLoader, TensorDataset

parser = argparse.ArgumentParser()
parser.add_argument("--workers", type=int, default=0)
parser.add_argument("--readers", type=int, default=4)
args = parser.parse_args()
numbers = TensorDataset(torch.arange(8.0))
workers = 4
loader = DataLoader(numbers, num_workers=2)  # suspected: starts workers that run this script again on Windows, macOS
named = DataLoader(numbers, num_workers=workers)  # suspected: `named` starts workers that run this script again
without = DataLoader(numbers, num_workers=0)
as_told = DataLoader(numbers, num_workers=args.workers)
as_told_by_default = DataLoader(numbers, num_workers=int(args.readers))  # suspected: `as_told_by_default` starts workers
never_used = DataLoader(numbers, num_workers=2)
guarded = DataLoader(numbers, num_workers=2)
by_function = DataLoader(numbers, num_workers=2)  # suspected: `by_function` starts workers that run this script again
by_nobody = DataLoader(numbers, num_workers=2)

for epoch in range(3):
    for (batch,) in loader:
        print(batch)
for (batch,) in named:
    print(batch)
for (batch,) in without:
    print(batch)
for (batch,) in as_told:
    print(batch)
for (batch,) in as_told_by_default:
    print(batch)


def train():
    for (batch,) in by_function:
        print(batch)


def fit(epochs):
    for _ in range(epochs):
        train()


def evaluate():
    for (batch,) in by_nobody:
        print(batch)


fit(3)

if __name__ == "__main__":
    for (batch,) in guarded:
        print(batch)
    evaluate()
