"""Trains on samples that one line of its dataset makes slowly: `slow_loading.py WORKERS PERSISTENT METHOD`."""

import sys
import time

import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset

torch.set_num_threads(1)


class Rows(Dataset):
    def __len__(self):
        return 24

    def __getitem__(self, index):
        time.sleep(0.03)  # the slow line
        return torch.rand(4) + index


def collate(rows):
    time.sleep(0.03)  # the line that is less slow
    return torch.stack(rows)


def main(workers, persistent, method):
    torch.manual_seed(0)
    model = nn.Linear(4, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=1e-4)
    more = {"persistent_workers": persistent, "multiprocessing_context": method} if workers else {}
    loader = DataLoader(Rows(), 4, shuffle=True, num_workers=workers, collate_fn=collate, **more)
    for _ in range(2):
        for rows in loader:
            optimizer.zero_grad()
            loss = model(rows).square().mean()
            loss.backward()
            optimizer.step()
            print(loss.item().hex())
    print(torch.rand(1))


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2] == "persistent", sys.argv[3])
