"""What one branch spawns, and the other calls, makes a process group under a condition; the loop is elsewhere."""

import torch
import torch.distributed as dist
import torch.multiprocessing as mp


def main(args):
    if args.distribution == "multi":
        mp.spawn(evaluate, nprocs=args.gpus, args=(args,))
    else:
        evaluate(0, args)


def evaluate(rank, args):
    if args.distribution == "multi":
        dist.init_process_group("gloo", rank=rank, world_size=args.world_size)
    outputs = torch.cat([batch.square() for batch in args.batches])
    print(len(outputs_of_all(outputs)), mean_of_all(args, outputs))


def outputs_of_all(outputs):
    shares = [torch.ones_like(outputs) for _ in range(dist.get_world_size())]  # finding: `args.distribution == "multi"`
    dist.all_gather(shares, outputs)
    return torch.cat(shares)


def mean_of_all(args, outputs):
    total = outputs.sum()
    if args.distribution == "multi":
        dist.all_reduce(total)
    return total / len(outputs)
