"""The state of NumPy's generator, which workers copy, where the program seeds it afresh for each epoch."""

import numpy as np
from torch.utils.data import DataLoader


def by_state(worker_id):
    np.random.seed(np.random.get_state()[1][0] + worker_id)


def by_number(worker_id):
    np.random.seed(worker_id)  # finding: `np.random.seed(worker_id)` repeats each worker's random numbers


def fit(rows, train):
    loader = DataLoader(rows, batch_size=4, num_workers=2, worker_init_fn=by_state)
    other = DataLoader(rows, batch_size=4, num_workers=2, worker_init_fn=by_number)
    for _ in range(10):
        np.random.seed()
        train(loader, other)
