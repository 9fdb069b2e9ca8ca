"""Other names of it, and other things of that name."""

import torch
import torch.nn as nn
from torch.nn import parallel
from torch.nn.parallel import DataParallel as Parallel
from torch_geometric.nn import DataParallel
from torch_geometric.nn.data_parallel import DataParallel as InItsFile


class Runner:
    def __init__(self, model, gpus):
        self.model = torch.nn.DataParallel(model, device_ids=gpus).cuda()  # finding: use `DistributedDataParallel`
        self.plain = Parallel(model)  # finding: copies the model
        self.lists = DataParallel(model)  # finding: copies the model
        self.more_lists = InItsFile(model)  # finding: copies the model
        self.spread = parallel.DistributedDataParallel(model)

    def forward(self, x):
        return nn.parallel.data_parallel(self.plain, x)  # finding: copies the model to each GPU in every forward


def is_wrapped(model):
    return isinstance(model, nn.DataParallel)
