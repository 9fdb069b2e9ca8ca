"""A table that is drawn again before each epoch, from which the dataset reads."""

import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset


class Rows(Dataset):
    def __init__(self, table):
        self.table = table

    def again(self):
        self.table = self.table[np.random.RandomState().permutation(len(self.table))]

    def __len__(self):
        return len(self.table)

    def __getitem__(self, index):
        return self.table[index]


def main(table):
    rows = Rows(table)
    loader = DataLoader(rows, batch_size=4)
    model = nn.Linear(4, 4)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(20):
        rows.again()
        for batch in loader:
            loss = model(batch).mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
    print(torch.get_num_threads())
