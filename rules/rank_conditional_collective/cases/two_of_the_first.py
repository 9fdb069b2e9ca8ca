"""Two conditions of which both choose the first process, and two that choose all of them together."""

import torch.distributed as dist
from accelerate import Accelerator


def save(every, best):
    accelerator = Accelerator()
    if accelerator.is_main_process and every == "epoch":
        accelerator.save_state("epoch")  # suspected: may wait for all ranks
    if accelerator.is_main_process and best:
        accelerator.save_state("best")  # suspected: may wait for all ranks


def reduce_twice(x, rank, late):
    if rank == 0 and late:
        dist.broadcast(x, 0)  # finding: waits for all ranks
    if not rank != 0:
        dist.broadcast(x, 0)  # finding: waits for all ranks


def first_loads(x, rank):
    if rank != 0:
        dist.barrier()
    print(x)
    if rank == 0:
        dist.barrier()


def main_first(x):
    accelerator = Accelerator()
    if not accelerator.is_main_process:
        accelerator.wait_for_everyone()
    print(x)
    if accelerator.is_main_process:
        accelerator.wait_for_everyone()


def in_a_list(args, ddp_rank, loss):
    master_process = ddp_rank == 0
    if master_process and args.step % 10 == 0:
        dist.all_reduce(loss)  # finding: `all_reduce` waits for all ranks
    if args.local_rank in (-1, 0):
        dist.barrier()  # finding: `barrier` waits for all ranks


def by_a_helper(misc, loss):
    if misc.get_rank() == 0:
        dist.all_reduce(loss)  # finding: `all_reduce` waits for all ranks
