"""Objects that only the first process may have, which a run tells and the code does not."""

import io

import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel


class Trainer:
    def __init__(self, logger, path):
        self.logger, self.path = logger, path
        self.model = DistributedDataParallel(nn.Linear(3, 1))

    def fit(self, loader):
        for x in loader:
            self.model(x).sum().backward()
            if self.logger is not None:
                self.save("logged.pt")
            self.save_anyway()
            self.keep()

    def save(self, name):
        torch.save(self.model.module.state_dict(), name)  # suspected: all ranks write to `name` at the same time

    def save_anyway(self):
        torch.save(self.model.module.state_dict(), self.path)  # finding: all ranks write to `self.path`

    def keep(self):
        memory = io.BytesIO()
        torch.save(self.model.module.state_dict(), memory)


dist.init_process_group("nccl")
Trainer(None, "model.pt").fit([torch.rand(2, 3)])
