"""Workers that stay are seeded once, and go on from there; whether these do is not written here."""

import random

from torch.utils.data import DataLoader

number = [0]


def same_each_epoch(worker_id):
    random.seed(worker_id + 5)  # suspected: `random.seed(worker_id + 5)` repeats each worker's random numbers in every


def counted(worker_id):
    random.seed(worker_id + number[0])  # suspected: `random.seed(worker_id + number[0])` repeats each  # refuted


def main(persistent):
    settings = {"num_workers": 2, "persistent_workers": persistent}
    again = DataLoader(range(8), worker_init_fn=same_each_epoch, **settings)
    for _ in range(2):
        print(sum(len(batch) for batch in again))
    for _ in range(2):
        print(sum(len(batch) for batch in DataLoader(range(8), worker_init_fn=counted, **settings)))
        number[0] += 2


if __name__ == "__main__":
    main(persistent=False)
