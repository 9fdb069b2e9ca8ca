"""A setting decides whether there is a sampler: here there is one, so the order differs from epoch to epoch."""

import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset, DistributedSampler


class Rows(Dataset):
    def __len__(self):
        return 32

    def __getitem__(self, index):
        return torch.full((4,), float(index))


def train(is_distributed):
    torch.manual_seed(0)
    rows = Rows()
    sampler = DistributedSampler(rows, num_replicas=1, rank=0) if is_distributed else None
    loader = DataLoader(rows, batch_size=4, sampler=sampler)  # suspected: where `sampler` is None  # refuted
    model = nn.Linear(4, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=1e-4)
    for epoch in range(3):
        if sampler is not None:
            sampler.set_epoch(epoch)
        for batch in loader:
            optimizer.zero_grad()
            model(batch).mean().backward()
            optimizer.step()


train(is_distributed=len(Rows()) > 8)
