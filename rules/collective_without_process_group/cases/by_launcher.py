"""A process group for each launcher, and an error for any other one."""

import os

import torch.distributed as dist


def init_dist(launcher):
    if launcher == "pytorch":
        dist.init_process_group("nccl", rank=int(os.environ["RANK"]))
    elif launcher == "slurm":
        dist.init_process_group("nccl", rank=int(os.environ["SLURM_PROCID"]))
    else:
        raise NotImplementedError(launcher)


def main(launcher, epochs):
    init_dist(launcher)
    for _ in range(epochs):
        dist.barrier()
    print(dist.get_world_size())


if __name__ == "__main__":
    main("pytorch", 1)
