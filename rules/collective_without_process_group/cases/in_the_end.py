"""The process group is destroyed at the end, whether there is one or not."""

import torch.distributed as dist


def main(args):
    if args.distributed:
        dist.init_process_group("gloo", rank=args.rank, world_size=args.world_size)
    for batch in args.batches:
        args.model(batch).sum().backward()
    dist.destroy_process_group()  # finding: raises in runs where `args.distributed` does not hold


def with_care(args):
    if args.distributed:
        dist.init_process_group("gloo", rank=args.rank, world_size=args.world_size)
    for batch in args.batches:
        args.model(batch).sum().backward()
    if dist.is_initialized():
        dist.destroy_process_group()


def in_any_case(args):
    dist.init_process_group("gloo", rank=args.rank, world_size=args.world_size)
    for batch in args.batches:
        args.model(batch).sum().backward()
    dist.destroy_process_group()
