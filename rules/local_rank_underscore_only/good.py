"""The only process of a group, as `python -m torch.distributed.launch --nproc-per-node 1 good.py` starts it."""

import argparse
import os
import tempfile

import torch.distributed as dist

PASSED = ["--local-rank=0"]  # by PyTorch 2.0 and newer


def main(words):
    local_rank = int(os.environ.get("LOCAL_RANK", 0))  # which all launchers set
    parser = argparse.ArgumentParser()
    parser.add_argument("--local-rank", "--local_rank", type=int, default=local_rank)
    args = parser.parse_args(words)
    store = os.path.join(tempfile.mkdtemp(), "store")
    dist.init_process_group("gloo", init_method=f"file://{store}", rank=0, world_size=1)
    print(f"rank {dist.get_rank()} takes GPU {args.local_rank}")
    dist.destroy_process_group()


for words in (PASSED, []):  # torchrun passes nothing
    try:
        main(words)
    except SystemExit as stop:
        print(f"stopped with exit code {stop.code}")
