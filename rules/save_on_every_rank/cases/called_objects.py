"""Objects that save when they are called."""

import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel as DDP


class Keeper:
    def __init__(self, model, folder):
        self.model, self.folder, self.best = model, folder, float("inf")

    def __call__(self, loss):
        if loss < self.best:
            self.best = loss
            torch.save(self.model.state_dict(), f"{self.folder}/best.pt")  # finding: all ranks write to


class KeeperOfFirst:
    def __init__(self, model, folder):
        self.model, self.folder = model, folder

    def __call__(self):
        torch.save(self.model.state_dict(), f"{self.folder}/last.pt")


def main(batches):
    dist.init_process_group("gloo")
    net = nn.Linear(3, 1)
    model = DDP(net)
    keep = Keeper(net, "out")
    keep_last = KeeperOfFirst(net, "out")
    for x in batches:
        loss = model(x).sum()
        loss.backward()
        keep(loss.item())
        if dist.get_rank() == 0:
            keep_last()


if __name__ == "__main__":
    main([torch.rand(8, 3)])
