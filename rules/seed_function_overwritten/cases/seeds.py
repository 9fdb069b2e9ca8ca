"""Seeding functions, called, replaced by numbers, and replaced by functions."""

import random

import numpy as np
import torch


class Options:
    seed = 5


def start(options: Options, seed: int):
    np.random.seed = options.seed  # finding: call it: `np.random.seed(options.seed)`
    torch.manual_seed = seed  # finding: replaces the function and seeds nothing
    torch.cuda.manual_seed_all = 1  # finding: seeds nothing
    random.seed(seed)
    options.seed = seed
    random.state = 3


def seed_worker(worker_id):
    np.random.seed = worker_id  # finding: call it: `np.random.seed(worker_id)`
    random.seed = torch.initial_seed() % 2**32  # finding: replaces the function and seeds nothing
    torch.manual_seed = int(Options.seed)  # finding: replaces the function and seeds nothing


def by_another(seed_fn, original_seed, local_rank):
    random.seed = seed_fn
    np.random.seed = original_seed
    random.seed = local_rank  # finding: call it: `random.seed(local_rank)`


def without_seeds(monkeypatch):
    kept = random.seed
    random.seed = lambda *_: None
    np.random.seed = random.seed
    random.seed = kept
