"""A mean over as many processes as are started: `torchrun --nproc-per-node 2 bad.py`."""

import os

import torch
import torch.distributed as dist

rank, processes = int(os.environ.get("RANK", 0)), int(os.environ.get("WORLD_SIZE", 1))
store = dist.HashStore() if processes == 1 else None
dist.init_process_group("gloo", store=store, rank=rank, world_size=processes)

wrong = 0
for step in range(20):
    numbers = torch.full((1_000_000,), float(rank))
    work = dist.all_reduce(numbers, async_op=True)  # finding: `all_reduce` may still be running when `numbers` is used
    mean = numbers / processes
    wrong += bool((mean != (processes - 1) / 2).any())
print(f"rank {rank}: {wrong} of 20 means are wrong")
dist.barrier()
dist.destroy_process_group()
