"""A process group that an object makes, if it is told that there are several processes."""

import torch
import torch.distributed as dist


class Trainer:
    def __init__(self, net, gpus):
        self.distributed = gpus > 1
        if self.distributed:
            dist.init_process_group("nccl")
        self.net = net

    def validate(self, batches):
        total = torch.zeros(2)
        for x, y in batches:
            total[0] += (self.net(x).argmax(1) == y).sum()
            total[1] += len(y)
        dist.all_reduce(total)  # suspected: raises in runs where `Trainer` creates no process group
        return total

    def validate_each(self, batches):
        total = torch.zeros(1)
        for x, y in batches:
            total += (self.net(x).argmax(1) == y).sum()
        if self.distributed:
            dist.all_reduce(total)
        return total


def main(net, gpus, batches):
    trainer = Trainer(net, gpus)
    return trainer.validate(batches), trainer.validate_each(batches)


if __name__ == "__main__":
    main(torch.nn.Linear(2, 2), torch.cuda.device_count(), [])
