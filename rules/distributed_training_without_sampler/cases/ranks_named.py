"""The rank is named near the samples, and not everywhere to divide them."""

import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel as DDP
from torch.utils.data import DataLoader, Dataset


class Ranking(Dataset):
    """Rows in an order: which rank a row has is no matter of processes."""

    def __init__(self, count):
        self.ranking = list(range(count))

    def __len__(self):
        return len(self.ranking)

    def __getitem__(self, index):
        return torch.tensor([float(self.ranking[index])]), torch.tensor([1.0])


class Announced(Ranking):
    """One process says how many rows there are, and all of them read all."""

    def __init__(self, count, rank):
        super().__init__(count)
        self.rank = rank
        if self.rank == 0:
            print(f"{len(self)} rows")


class Divided(Ranking):
    def __init__(self, count, rank):
        super().__init__(count)
        self.rank = rank

    def __len__(self):
        return len(self.ranking) // dist.get_world_size()

    def __getitem__(self, index):
        return super().__getitem__(index * dist.get_world_size() + self.rank)


def fit(model, loader, rank):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for number, (x, y) in enumerate(loader):
        optimizer.zero_grad()
        loss = nn.functional.mse_loss(model(x), y)
        loss.backward()
        optimizer.step()
        if number % 10 == 0:
            print("rank %d: %.3f" % (rank, loss.item()))


def ordered(rank):
    loader = DataLoader(Ranking(100), batch_size=8, shuffle=True)  # finding: gives every rank all samples
    fit(DDP(nn.Linear(1, 1)), loader, rank)


def announced(rank):
    data = Announced(100, dist.get_rank())
    loader = DataLoader(data, batch_size=8, shuffle=True)  # finding: gives every rank all samples
    fit(DDP(nn.Linear(1, 1)), loader, rank)


def divided(rank):
    fit(DDP(nn.Linear(1, 1)), DataLoader(Divided(100, rank), batch_size=8, shuffle=True), rank)
