"""Functions that a lambda hands the samples to."""

import torch
from torch.utils.data import DataLoader


def on_the_gpu(rows, width):
    return torch.stack([row[:width].to("cuda") for row in rows])  # finding: in DataLoader workers


def on_the_cpu(rows, width):
    return torch.stack([row[:width] for row in rows])


def in_this_process(rows, width):
    return torch.stack([row[:width].to("cuda") for row in rows])


rows = list(torch.rand(8, 8))
one = DataLoader(rows, batch_size=2, num_workers=4, collate_fn=lambda samples: on_the_gpu(samples, 4))
two = DataLoader(rows, batch_size=2, num_workers=4, collate_fn=lambda samples: on_the_cpu(samples, 4))
three = DataLoader(rows, batch_size=2, num_workers=0, collate_fn=lambda samples: in_this_process(samples, 4))
for batch in one:
    print(batch)
for batch in (*two, *three):
    print(batch)
