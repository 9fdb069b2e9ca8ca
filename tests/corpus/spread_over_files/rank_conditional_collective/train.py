"""Collectives that only the first rank reaches, through helpers, and some that all do."""

import torch
import torch.distributed as dist
from torch import nn
from dutil import is_main_process, reduce_mean, save


class Trainer:
    def __init__(self, rank, model):
        self.is_chief = rank == 0
        self.model = model

    def log(self, loss):
        if self.is_chief:
            mean = reduce_mean(loss)  # finding: waits for all ranks
            print(mean)

    def log_fine(self, loss):
        mean = reduce_mean(loss)
        if self.is_chief:
            print(mean)

    def checkpoint(self):
        if is_main_process():
            save(self.model.state_dict(), "m.pt")  # finding: waits for all ranks

    def _sync(self, loss):
        return reduce_mean(loss)

    def evaluate(self, loss):
        if not is_main_process():
            return
        print(self._sync(loss))  # finding: waits for all ranks


if __name__ == "__main__":
    dist.init_process_group("nccl")
    t = Trainer(dist.get_rank(), nn.Linear(2, 2))
    t.log(torch.ones(1))
    t.log_fine(torch.ones(1))
    t.checkpoint()
    t.evaluate(torch.ones(1))
