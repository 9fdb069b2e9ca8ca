"""Seeds that a helper sets."""

import random
from contextlib import contextmanager

import numpy as np
import torch
from torch.utils.data import Dataset


def set_seed(seed=2021):
    random.seed(seed)
    np.random.seed(seed)
    torch.manual_seed(seed)


def perhaps_set_seed(seed=None):
    if seed is not None:
        torch.manual_seed(seed)


@contextmanager
def seeded(seed, *more):
    if more:
        seed = hash((seed, *more)) % 1000
    state = np.random.get_state()
    np.random.seed(seed)
    try:
        yield
    finally:
        np.random.set_state(state)


def seed_by_all(seed, *more):
    seed = hash((seed, *more)) % 1000
    np.random.seed(seed)


class Cropped(Dataset):
    def __init__(self, rows, seed):
        self.rows, self.seed, self.epoch = rows, seed, 0

    def __len__(self):
        return len(self.rows)

    def __getitem__(self, i):
        with seeded(self.seed, self.epoch, i):
            start = np.random.randint(4)
        seed_by_all(self.seed, i)
        set_seed(self.seed)  # suspected: makes each sample draw the same random numbers
        return self.rows[i][start:]


class Pairs(Dataset):
    def __init__(self, images, masks):
        self.images, self.masks = images, masks

    def __len__(self):
        return len(self.images)

    def __getitem__(self, i):
        set_seed()  # finding: makes each sample draw the same random numbers
        y = random.randint(0, 9)
        set_seed(7)  # finding: makes each sample draw the same random numbers
        x = random.randint(0, 9)
        seed = random.randint(0, 2**31)
        set_seed(seed)
        perhaps_set_seed()
        set_seed(i)
        return self.images[i][y:, x:], self.masks[i][y:, x:]


class Trainer:
    def __init__(self, model, loader, seed):
        self.model, self.loader, self.seed = model, loader, seed
        self.optimizer = torch.optim.SGD(model.parameters(), lr=0.1)

    def begin_again(self):
        set_seed(7)  # finding: makes each iteration draw the same random numbers

    def begin_by_step(self, step):
        set_seed(step)

    def begin_now_and_then(self, step):
        if step % 100 == 0:
            set_seed(8)

    def update(self, x, y):
        self.optimizer.zero_grad()
        torch.nn.functional.cross_entropy(self.model(x), y).backward()
        self.optimizer.step()

    def fit(self):
        set_seed(self.seed)
        for step, (x, y) in enumerate(self.loader):
            self.begin_again()
            self.begin_by_step(step)
            self.begin_now_and_then(step)
            self.update(x, y)
