"""Seeds that differ, and seeds that may."""

import random

import numpy as np
import torch

SEED = 3

random.seed(2021)
np.random.seed(2021)
torch.manual_seed(2021)
torch.cuda.manual_seed_all(0)  # finding: pass the same seed to both


def same(seed):
    random.seed(seed)
    np.random.seed(seed % 2**32)
    torch.manual_seed(seed)
    torch.cuda.manual_seed_all(seed)


def by_rank(seed, rank):
    random.seed(seed)
    np.random.seed(seed + rank)
    torch.manual_seed(seed + rank)


def from_settings(args):
    torch.manual_seed(args.seed)
    torch.cuda.manual_seed(args.seed)
    random.seed(42)  # finding: uses a different seed than `torch.manual_seed(args.seed)`


def two_experiments(model, x):
    torch.manual_seed(1)
    first = model(x)
    torch.manual_seed(2)
    np.random.seed(3)
    return first, model(x)


def one_or_the_other(seed):
    if seed is None:
        torch.manual_seed(0)
    else:
        random.seed(seed)


def each_time(runs):
    torch.manual_seed(0)
    for run in range(runs):
        np.random.seed(run)


def constants():
    np.random.seed(7)
    torch.manual_seed(seed=7)


def on_another_device():
    random.seed(5)
    np.random.seed(5)
    torch.xpu.manual_seed_all(6)  # finding: uses a different seed than `random.seed(5)`


def one_generator_twice(model, x):
    random.seed(1)
    torch.manual_seed(1)
    first = model(x)
    torch.random.manual_seed(2)
    return first, model(x)


def from_a_dict(params):
    random.seed(params["seed"])
    np.random.seed(41)  # finding: uses a different seed than `random.seed(params["seed"])`
    torch.manual_seed(int(params["seed"]))


def all_from_a_dict(params):
    random.seed(params["seed"])
    np.random.seed(params["numpy"]["seed"])
    torch.manual_seed(params["seed"])
