"""A loader that is meant to give as many samples of the rare class as of the frequent one."""

import torch
from torch.utils.data import DataLoader, TensorDataset, WeightedRandomSampler

labels = torch.cat([torch.zeros(90, dtype=torch.long), torch.ones(10, dtype=torch.long)])
dataset = TensorDataset(torch.arange(100.0), labels)

class_weights = 1.0 / torch.bincount(labels)
sampler = WeightedRandomSampler(class_weights[labels], num_samples=len(dataset))
loader = DataLoader(dataset, batch_size=20, sampler=sampler)

values, drawn = zip(*loader)
print("different samples:", len(torch.cat(values).unique()), "of each class:", torch.cat(drawn).bincount(minlength=2))
