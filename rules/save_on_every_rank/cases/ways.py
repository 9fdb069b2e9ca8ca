"""Ways to a save: by functions, under conditions, from what starts the processes."""

import os

import torch
import torch.distributed as dist
import torch.multiprocessing as mp
from torch import nn
from torch.nn.parallel import DistributedDataParallel as DDP


def is_main_process():
    return not dist.is_initialized() or dist.get_rank() == 0


def save_on_master(*args):
    if is_main_process():
        torch.save(*args)


def rank_zero_only(function):
    return lambda *args: function(*args) if is_main_process() else None


@rank_zero_only
def save_once(state, path):
    torch.save(state, path)


def save_for_the_first(state, path):
    torch.save(state, path)


def save(state, path):
    torch.save(state, path)  # finding: all ranks write to `path` at the same time


def save_best(state, path, best=None):
    if best is not None:
        torch.save(state, path)
    return os.path.exists(path)


def save_unless_other(state, path):
    if dist.get_rank() != 0:
        return
    torch.save(state, path)


def save_part(state, folder, number):
    torch.save(state, f"{folder}/part-{dist.get_rank()}.pt")
    path = os.path.join(folder, f"optimizer_{number}_rank{os.environ['RANK']}.pt")
    torch.save(state, path)


def convert(state, path="converted.pt", as_state=True):
    if as_state:
        return {name: value.half() for name, value in state.items()}
    torch.save(state, path)
    return None


def convert_to(state, path, as_state=True):
    if as_state:
        return {name: value.half() for name, value in state.items()}
    torch.save(state, path)  # finding: all ranks write to `path` at the same time
    return None


def nobody_calls(state, path):
    torch.save(state, path)


def train(rank, processes):
    dist.init_process_group("gloo", rank=rank, world_size=processes)
    model = DDP(nn.Linear(3, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for epoch in range(3):
        optimizer.zero_grad()
        model(torch.rand(8, 3)).sum().backward()
        optimizer.step()
        save(model.module.state_dict(), "last.pt")
        save_part(optimizer.state_dict(), "parts", epoch)
        save_on_master(model.module.state_dict(), "checkpoint.pt")
        save_once(model.module.state_dict(), "once.pt")
        save_unless_other(model.module.state_dict(), "one.pt")
        save_best(model.module.state_dict(), "best.pt")
        convert(model.module.state_dict())
        convert_to(model.module.state_dict(), "half.pt", as_state=False)
        if rank == 0:
            save_for_the_first(model.module.state_dict(), "first.pt")
    torch.save(model.module.state_dict(), "final.pt")  # finding: all ranks write to `"final.pt"`


if __name__ == "__main__":
    mp.spawn(train, args=(2,), nprocs=2)


def into_files(net):
    dist.init_process_group("nccl")
    wrapped = DDP(net)
    with open(f"part_{dist.get_rank()}.pt", "wb") as own:
        torch.save(wrapped.module.state_dict(), own)
    with open("whole.pt", "wb") as shared:
        torch.save(wrapped.module.state_dict(), shared)  # finding: all ranks write to `shared` at the same time
