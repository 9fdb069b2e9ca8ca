"""Helpers that return a wrapped model, or set it in its trainer."""

from torch.nn.parallel import DistributedDataParallel as DDP
import torch


class Env:
    def __init__(self, rank):
        self.rank = rank

    def parallelize(self, model):
        model = model.to(self.rank)
        return DDP(model, device_ids=[self.rank])


def in_place(trainer):
    trainer.model = torch.compile(trainer.model)
    return trainer
