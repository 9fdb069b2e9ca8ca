"""Numbers of frames, which are read ahead by a DataLoader."""

import torch
from torch import nn
from torch.utils.data import DataLoader

net = nn.Linear(3, 1)


class Clips:
    def __init__(self, paths):
        self.frames, self.kept = [], []
        reader = DataLoader(paths, batch_size=4, collate_fn=list)
        for batch in reader:
            frames, rates = list(zip(*batch))
            self.frames.extend([torch.as_tensor(one, dtype=torch.long) for one in frames])
            self.kept.append(net(torch.as_tensor(rates, dtype=torch.float32)))  # finding: keeps the graph
