"""The base class wraps the model and runs the loop."""

import math
import torch
from torch.nn.parallel import DistributedDataParallel as DDP


class BaseTrainer:
    def __init__(self, model, rank):
        self.model = DDP(model.to(rank), device_ids=[rank])
        self.optimizer = torch.optim.Adam(self.model.parameters())

    def _backward(self, loss):
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()

    def is_broken(self, loss):
        return not torch.isfinite(loss).all()

    def is_broken_somewhere(self, loss):
        flag = (~torch.isfinite(loss)).float().sum()
        torch.distributed.all_reduce(flag)
        return flag.item() > 0
