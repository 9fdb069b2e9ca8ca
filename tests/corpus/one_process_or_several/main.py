"""Evaluates with one process or several."""

import torch
import torch.distributed as dist
from processes import init_distributed_mode, is_distributed
from results import gathered, summed

init_distributed_mode()
scores = torch.rand(8)
total = summed(scores.sum()) if is_distributed() else scores.sum()
print(gathered(scores).mean(), total)
dist.barrier()  # finding: creates no process group
