"""Which launcher there is, decided by one condition after the other; and the object that adds up numbers."""

import argparse
import os

import torch
import torch.distributed as dist


class Meter:
    def __init__(self) -> None:
        self.count, self.total = 0, 0.0

    def update(self, value: float) -> None:
        self.count += 1
        self.total += value

    def share(self) -> None:
        both = torch.tensor([self.count, self.total])
        dist.all_reduce(both)  # suspected: `dist.all_reduce(both)` raises
        self.count, self.total = both.tolist()

    def share_if_needed(self) -> None:
        if not dist.is_initialized():
            return
        dist.barrier()


class Log:
    def __init__(self) -> None:
        self.meters = {"loss": Meter()}

    def share(self) -> None:
        for meter in self.meters.values():
            meter.share()
            meter.share_if_needed()


def begin(args: argparse.Namespace) -> None:
    if args.cluster:
        args.rank = int(os.environ["CLUSTER_RANK"])
    elif "RANK" in os.environ:
        args.rank = int(os.environ["RANK"])
    else:
        args.distributed = False
        return
    args.distributed = True
    dist.init_process_group("gloo", rank=args.rank)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--cluster", action="store_true")
    args = parser.parse_args()
    begin(args)
    log = Log()
    log.meters["loss"].update(1.0)
    log.share()


main()
