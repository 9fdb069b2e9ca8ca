"""Loops that wait for batches while they train, and some that wait while they do not, or not for long."""

import threading
import time
from queue import Queue

import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset


class Rows(Dataset):
    def __init__(self, seconds: float, first: float = 0.0) -> None:
        self.seconds, self.first = seconds, first

    def __len__(self) -> int:
        return 24

    def __getitem__(self, index: int):
        time.sleep(self.first if index < 2 and self.first else self.seconds)
        return torch.ones(4) * index


class Training:
    def __init__(self) -> None:
        self.model = nn.Linear(4, 1)
        self.optimizer = torch.optim.SGD(self.model.parameters(), lr=1e-4)

    def backward(self, rows) -> None:
        self.model(rows).square().mean().backward()

    def step(self, rows, takes: float = 0.0) -> None:
        self.backward(rows)
        time.sleep(takes)
        self.optimizer.step()
        self.optimizer.zero_grad()


def one_that_computes_longer():
    training = Training()
    for rows in DataLoader(Rows(0.001)):
        training.step(rows, 0.03)


def one_that_starts_slowly():
    training = Training()
    for rows in DataLoader(Rows(0.001, first=0.4)):
        training.step(rows, 0.01)


def evaluation_between_steps():
    training, held_out = Training(), DataLoader(Rows(0.025))
    for rows in DataLoader(Rows(0.0)):
        training.step(rows, 0.01)
    with torch.no_grad():
        for rows in held_out:
            training.model(rows)
    training.step(torch.ones(1, 4))


def read_ahead_by_a_thread():
    training, queue = Training(), Queue(maxsize=4)

    def read():
        for rows in DataLoader(Rows(0.03)):
            queue.put(rows)
        queue.put(None)

    threading.Thread(target=read).start()
    while (rows := queue.get()) is not None:
        training.step(rows)


def with_one_worker():
    training = Training()
    for rows in DataLoader(Rows(0.04), num_workers=1):  # finding: make samples cheaper to load, or add workers
        training.step(rows)


def one_step_for_four_batches():
    training = Training()
    for number, rows in enumerate(DataLoader(Rows(0.04))):  # finding: set `num_workers` on its DataLoader
        training.backward(rows)
        if number % 4 == 3:
            training.optimizer.step()


def by_hand():
    training, batches = Training(), iter(DataLoader(Rows(0.04)))
    for _ in range(20):
        training.step(next(batches))  # finding: this loop spends more than a quarter of its time waiting for batches


one_that_computes_longer()
one_that_starts_slowly()
evaluation_between_steps()
read_ahead_by_a_thread()
with_one_worker()
one_step_for_four_batches()
by_hand()
