"""Collectives of the first rank where it is the only one, and where it is one of several."""

import torch
import torch.distributed as dist


def read(path):
    """Reads on the first rank, and sends to the others."""
    data = [torch.load(path)] if dist.get_rank() == 0 else [None]
    dist.broadcast_object_list(data, src=0)
    return data[0]


def resume(model, path):
    if dist.get_rank() == 0:
        if dist.get_world_size() > 1:
            state = torch.load(path)
        else:
            state = read(path)
        model.load_state_dict(state)
        if not dist.get_world_size() > 1:
            model.load_state_dict(read(path))
        if dist.get_world_size() == 1:
            dist.barrier()


def resume_of_all(model, path):
    if dist.get_rank() == 0:
        if dist.get_world_size() > 1:
            state = read(path)  # finding: `broadcast_object_list` waits for all ranks
        else:
            state = torch.load(path)
        model.load_state_dict(state)
        if dist.get_world_size() > 2:
            dist.barrier()  # finding: `barrier` waits for all ranks


if __name__ == "__main__":
    dist.init_process_group("gloo")
    model = torch.nn.Linear(2, 2)
    resume(model, "last.pt")
    resume_of_all(model, "last.pt")
