"""Namespaces that are passed on: to functions, objects, processes."""

import argparse
import copy

import torch
import torch.multiprocessing as mp
from torch import nn


def get_args():
    parser = argparse.ArgumentParser()
    parser.add_argument("--lr", type=float, default=0.1)
    parser.add_argument("--n-layers", type=int, default=2)
    group = parser.add_argument_group("data")
    group.add_argument("--batch-size", type=int, default=2)
    parser.add_argument_group("more").add_argument("--workers", type=int, default=2)
    parser.set_defaults(decay=0.1)
    args, _ = parser.parse_known_args()
    return args


class Trainer:
    def __init__(self, args, model):
        self.args = args
        self.model = model

    def fit(self):
        rows = torch.rand(self.args.batch_size, 3)
        print(self.args.decay, self.args.workers)
        return self.model(rows) * self.args.warmup  # finding: `self.args.warmup` raises AttributeError


def build(args):
    if args.deep:  # finding: `args.deep` raises AttributeError
        return nn.Sequential(*[nn.Linear(3, 3) for _ in range(args.n_layers)])
    return nn.Linear(3, 3)


def worker(rank, args):
    print(rank, args.lr, args.port)  # finding: `args.port` raises AttributeError


@torch.no_grad()
def evaluate(args, model):
    return model(torch.rand(args.eval_size, 3))  # finding: `args.eval_size` raises AttributeError


def with_another(function):
    def called(args, *rest):
        args.added = 3
        return function(args, *rest)

    return called


@with_another
def after_another(args, model):
    return model(torch.rand(args.added, 3))


def quiet(args):
    """Looks before it reads."""
    if hasattr(args, "verbose") and args.verbose:
        print("verbose")
    try:
        print(args.colour)
    except AttributeError:
        print("plain")
    return getattr(args, "note", None)


def of_anyone(args):
    return args.anything  # nobody in this file calls it


def given_twice(args):
    return args.given  # one of the callers passes what is not known


def main(others):
    args = get_args()
    quiet(args)
    Trainer(args, build(args)).fit()
    evaluate(args, build(args))
    after_another(args, build(args))
    given_twice(args)
    given_twice(others)
    mp.spawn(worker, nprocs=2, args=(args,))
    args = copy.deepcopy(args)
    print(args.colour_map)  # finding: raises AttributeError


if __name__ == "__main__":
    main(input())
