"""Options that a function asks for by the keys of a table, beside one that only a list of changes mentions."""

import argparse

import torch

PENALTIES = {"squares": lambda w: w.square().sum(), "sizes": lambda w: w.abs().sum()}


def penalties(args):
    chosen = []
    for key, penalty in PENALTIES.items():
        if getattr(args, key) is not None:
            chosen.append(penalty)
    return chosen


parser = argparse.ArgumentParser()
parser.add_argument("--squares", type=float, default=None)
parser.add_argument("--sizes", type=float, default=None)
parser.add_argument("--warmup-steps", type=int, default=100)  # suspected: nothing reads `warmup_steps`
args = parser.parse_args()
weight = torch.nn.Parameter(torch.ones(3))
print(sum(penalty(weight) for penalty in penalties(args)))
