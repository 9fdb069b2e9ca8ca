"""A closure that only the first rank runs, whose calls the other ranks answer in a loop, and one that nobody answers."""

import torch
import torch.distributed as dist


def step_together(optimizer, model, loss_of, rank, device):
    signal = torch.zeros(1, device=device)

    def closure():
        if rank == 0:
            signal.fill_(1)
            dist.broadcast(signal, src=0)
        optimizer.zero_grad()
        loss = loss_of(model)
        loss.backward()
        return loss

    if rank == 0:
        optimizer.step(closure)
        signal.fill_(0)
        dist.broadcast(signal, src=0)
    else:
        while True:
            dist.broadcast(signal, src=0)
            if signal.item() == 0:
                break
            closure()


def step_alone(optimizer, model, loss_of, rank, device):
    signal = torch.zeros(1, device=device)

    def closure():
        if rank == 0:
            dist.broadcast(signal, src=0)  # finding: waits for all ranks
        optimizer.zero_grad()
        loss = loss_of(model)
        loss.backward()
        return loss

    optimizer.step(closure)
