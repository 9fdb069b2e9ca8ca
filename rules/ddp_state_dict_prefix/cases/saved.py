"""What is saved of models in wrappers."""

import torch
from torch import nn
from torch.nn.parallel import DistributedDataParallel as DDP


def in_a_dict(net, optimizer, path, rank):
    net = nn.Linear(8, 2)
    model = DDP(net)
    checkpoint = {
        "model": model.state_dict(),  # finding: save `model.module.state_dict()`
        "optimizer": optimizer.state_dict(),
    }
    if rank == 0:
        torch.save(checkpoint, path)


def twice(path, rank):
    model = DDP(nn.Linear(8, 2))
    for epoch in range(10):
        if rank == 0:
            torch.save(model.state_dict(), f"{path}/{epoch}.pt")  # finding: save `model.module.state_dict()`
    if rank == 0:
        torch.save({"last": model.state_dict()}, f"{path}/last.pt")  # the same cause; one finding shows both places


def entry_by_entry(path, rank):
    net = nn.Linear(8, 2)
    model = DDP(net)
    shown = {}
    shown["model"] = model.state_dict()  # which is not saved
    checkpoint = {"epoch": 3}
    checkpoint["model"] = model.state_dict()  # finding: save `model.module.state_dict()`
    checkpoint["ema"] = net.state_dict()
    if rank == 0:
        print(shown.keys())
        torch.save(checkpoint, path)


def compiled(path):
    model = torch.compile(nn.Linear(8, 2))
    torch.save(model.state_dict(), path)  # finding: saves keys with the prefix `_orig_mod.`


def of_what_is_inside(path):
    net = nn.Linear(8, 2)
    model = DDP(net)
    torch.save(net.state_dict(), path)
    return model


def not_saved():
    model = DDP(nn.Linear(8, 2))
    return model.state_dict()


def plain(path):
    torch.save(nn.Linear(8, 2).state_dict(), path)


def of_somebody(model, path):
    torch.save(model.state_dict(), path)
