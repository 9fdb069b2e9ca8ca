"""Two machines with two processes each, whose samplers are given the rank on the machine."""

import os

from torch.utils.data import DistributedSampler

data = list(range(8))
# What torchrun sets in the four processes.
MACHINES = [{"RANK": str(rank), "LOCAL_RANK": str(rank % 2), "WORLD_SIZE": "4"} for rank in range(4)]


def samples():
    local_rank = int(os.environ["LOCAL_RANK"])
    world_size = int(os.environ["WORLD_SIZE"])
    sampler = DistributedSampler(data, num_replicas=world_size, rank=local_rank, shuffle=False)  # finding: `local_rank`
    return list(sampler)


read, before = [], dict(os.environ)
for variables in MACHINES:
    os.environ.update(variables)
    read += samples()
    print(f"rank {os.environ['RANK']} reads {samples()}")
os.environ.clear()
os.environ.update(before)
print(f"{len(set(read))} of {len(data)} samples are read")
