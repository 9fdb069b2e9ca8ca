"""A denoiser, trained by two processes that this one starts."""

import os
import subprocess
import sys
import tempfile

import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel


def train(rank, processes, store):
    dist.init_process_group("gloo", init_method=f"file://{store}", rank=rank, world_size=processes)
    torch.manual_seed(rank)
    model = DistributedDataParallel(nn.Linear(16, 16))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    clean = torch.ones(64, 16)[rank::processes]
    for _ in range(10):
        noise = torch.randn_like(clean)
        loss = nn.functional.mse_loss(model(clean + noise), noise)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(f"rank {rank}: the noise begins with {noise[0, 0].item():.4f}", flush=True)
    dist.destroy_process_group()


def main():
    if "RANK" in os.environ:
        train(int(os.environ["RANK"]), int(os.environ["WORLD_SIZE"]), os.environ["STORE"])
        return
    with tempfile.TemporaryDirectory() as folder:
        shared = {**os.environ, "WORLD_SIZE": "2", "STORE": os.path.join(folder, "store")}
        command = [sys.executable, __file__]
        ranks = [subprocess.Popen(command, env={**shared, "RANK": str(rank)}) for rank in range(2)]
        if any([rank.wait() for rank in ranks]):
            sys.exit("a rank has failed")


if __name__ == "__main__":
    main()
