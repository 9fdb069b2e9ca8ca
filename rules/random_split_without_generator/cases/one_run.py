"""A program that trains and validates in one run."""

import torch
from torch.utils.data import TensorDataset, random_split

dataset = TensorDataset(torch.arange(10.0)[:, None])
training, validation = random_split(dataset, [8, 2])
print(len(training), len(validation))
