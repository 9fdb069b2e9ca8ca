"""Models of libraries that are saved by `save_pretrained`."""

import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel


def train(build, tokenizer, batches, optimizer):
    dist.init_process_group("nccl")
    model = DistributedDataParallel(build())
    for batch in batches:
        model(batch).loss.backward()
        optimizer.step()
    model.module.save_pretrained("out")  # finding: all ranks write to `"out"` at the same time; call `save_pretrained`
    tokenizer.save_pretrained("out")  # finding: all ranks write to `"out"`
    model.module.save_pretrained("out", is_main_process=dist.get_rank() == 0)
    model.module.save_pretrained(f"out-{dist.get_rank()}")
    if dist.get_rank() == 0:
        model.module.save_pretrained("out")


if __name__ == "__main__":
    train(None, None, [], None)
