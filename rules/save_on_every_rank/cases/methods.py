"""Methods that nothing here calls, of classes whose objects several processes have."""

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel


class Engine:
    def __init__(self, model):
        self.rank = dist.get_rank()
        self.model = DistributedDataParallel(model)

    def save(self, path):
        torch.save(self.model.module.state_dict(), path)  # suspected: all ranks write to `path` at the same time

    def save_on_first(self, path):
        if self.rank == 0:
            torch.save(self.model.module.state_dict(), path)

    def fit(self, batches, optimizer, best_path, path=None):
        for x in batches:
            optimizer.zero_grad()
            self.model(x).mean().backward()
            optimizer.step()
        if path is not None:
            torch.save(self.model.module.state_dict(), "last.pt")  # suspected: all ranks write
        torch.save(self.model.module.state_dict(), best_path)  # suspected: all ranks write to `best_path`
        torch.save(self.model.module.state_dict(), "done.pt")  # finding: all ranks write to `"done.pt"`

    def save_share(self, folder):
        torch.save(self.model.module.state_dict(), f"{folder}/{self.rank}.pt")


class Single:
    """Nothing says that there are several processes."""

    def __init__(self, model):
        self.model = model

    def save(self, path):
        torch.save(self.model.state_dict(), path)
