"""Who leaves a training loop, and whether the others are told."""

import sys

import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel


class EarlyStopping:
    def __init__(self, patience):
        self.patience, self.best, self.waited = patience, float("inf"), 0
        self.early_stop = False

    def __call__(self, loss):
        self.waited = 0 if loss < self.best else self.waited + 1
        self.best = min(loss, self.best)
        self.early_stop = self.waited > self.patience


def one_epoch(model, loader, optimizer):
    total = 0.0
    for x, y in loader:
        optimizer.zero_grad()
        loss = nn.functional.mse_loss(model(x), y)
        loss.backward()
        optimizer.step()
        total += loss.item()
    return total / len(loader)


def wrapped():
    return DistributedDataParallel(nn.Linear(4, 1))


def left_by_the_first(loader, optimizer):
    model = wrapped()
    for epoch in range(100):
        loss = one_epoch(model, loader, optimizer)
        if dist.get_rank() == 0:  # finding: leaves the training loop, so the others hang in `backward`
            print(epoch, loss)
            if loss < 0.1:
                return


def left_by_a_master(loader, optimizer, is_main_process):
    model = wrapped()
    for _ in range(100):
        loss = one_epoch(model, loader, optimizer)
        if is_main_process and loss < 0.1:  # finding: leaves the training loop, so the others hang in `backward`
            break


def decided_by_the_first(loader, optimizer, rank):
    model, stop = wrapped(), False
    for _ in range(100):
        loss = one_epoch(model, loader, optimizer)
        if rank == 0:  # suspected: decides to leave the training loop
            if loss < 0.1:
                stop = True
        if stop:
            break


def decided_by_an_object(loader, optimizer, rank):
    model, stopping = wrapped(), EarlyStopping(3)
    for _ in range(100):
        loss = one_epoch(model, loader, optimizer)
        if rank == 0:  # suspected: decides to leave the training loop
            stopping(loss)
        if stopping.early_stop:
            break


def of_a_model_that_is_not_seen(model, loader, optimizer, rank):
    for _ in range(100):
        loss = one_epoch(model, loader, optimizer)
        if rank == 0 and loss < 0.1:  # suspected: leaves the training loop
            break


def left_after_the_others_went_on(loader, optimizer):
    model = wrapped()
    for _ in range(100):
        loss = one_epoch(model, loader, optimizer)
        if not dist.get_rank() == 0:  # finding: only the rank with `dist.get_rank() == 0` leaves the training loop
            continue
        if loss < 0.1:
            break


def left_after_the_others_went_on_by_number(loader, optimizer, rank):
    model = wrapped()
    for _ in range(100):
        loss = one_epoch(model, loader, optimizer)
        if rank != 0:  # finding: only the rank without `rank != 0` leaves the training loop
            continue
        print(loss)
        if loss < 0.1:
            return


def all_leave_before_the_others_go_on(loader, optimizer, rank, steps):
    model = wrapped()
    for step in range(100):
        loss = one_epoch(model, loader, optimizer)
        if step > steps:
            break
        if rank != 0:
            continue
        print(loss)


def all_are_told(loader, optimizer, rank):
    model, stop = wrapped(), [False]
    for _ in range(100):
        loss = one_epoch(model, loader, optimizer)
        if rank == 0 and loss < 0.1:
            stop = [True]
        dist.broadcast_object_list(stop, src=0)
        if stop[0]:
            break


def flag_of_all(loader, optimizer, rank):
    model = wrapped()
    for _ in range(100):
        loss, stop = one_epoch(model, loader, optimizer), False
        if rank == 0:
            stop = loss < 0.1
        told = torch.tensor(float(stop))
        dist.all_reduce(told, op=dist.ReduceOp.MAX)
        stop = bool(told)
        if stop:
            break


def object_on_every_rank(loader, optimizer, rank):
    model, stopping = wrapped(), EarlyStopping(3)
    for _ in range(100):
        loss = one_epoch(model, loader, optimizer)
        stopping(loss)
        if rank == 0:
            print(stopping.best)
        if stopping.early_stop:
            break


def both_leave(loader, optimizer, rank):
    model = wrapped()
    for epoch in range(100):
        one_epoch(model, loader, optimizer)
        if epoch == 50:
            if rank == 0:
                torch.save(model.module.state_dict(), "model.pt")
                break
            else:
                break


def of_one_process(loader, optimizer, rank, world_size):
    model = wrapped()
    for _ in range(100):
        loss = one_epoch(model, loader, optimizer)
        if world_size == 1 and rank == 0 and loss < 0.1:
            break


def on_the_first_only(model, loader, optimizer, rank):
    """Trains on one rank alone, which nobody waits for."""
    if rank == 0:
        for _ in range(100):
            if one_epoch(model, loader, optimizer) < 0.1:
                break


def another_loop(model, loader, optimizer, rank):
    for _ in range(100):
        one_epoch(model, loader, optimizer)
        if rank == 0:
            for x, y in loader:
                print(x, y)
                break


def counted_by_the_first(loader, optimizer, rank, patience):
    model, waited, best = wrapped(), 0, float("inf")
    for _ in range(100):
        loss = one_epoch(model, loader, optimizer)
        if rank == 0:  # suspected: decides to leave the training loop
            waited = 0 if loss < best else waited + 1
            best = min(loss, best)
        if waited > patience:
            break


def counted_by_all(loader, optimizer, rank, patience):
    model, waited, best = wrapped(), 0, float("inf")
    for _ in range(100):
        loss = one_epoch(model, loader, optimizer)
        if rank == 0:
            print(loss)
        waited = 0 if loss < best else waited + 1
        if waited > patience:
            break


class Stopping:
    def __init__(self, rank):
        self.model, self.rank, self.stops, self.is_done = wrapped(), rank, False, False

    def end(self):
        self.is_done = True

    def fit(self, loader, optimizer):
        for _ in range(100):
            loss = one_epoch(self.model, loader, optimizer)
            if self.rank == 0:  # suspected: decides to leave the training loop
                self.stops = loss < 0.1
            if self.stops:
                break

    def fit_until_told(self, loader, optimizer):
        for _ in range(100):
            loss = one_epoch(self.model, loader, optimizer)
            if self.rank == 0:
                self.is_done = loss < 0.1
            if self.is_done:
                break


def left_by_the_module_in_full(loader, epochs, evaluate):
    model = DistributedDataParallel(nn.Linear(4, 1).cuda())
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(epochs):
        for x, y in loader:
            optimizer.zero_grad()
            (model(x) - y).pow(2).mean().backward()
            optimizer.step()
        done = evaluate(model) < 0.1
        if torch.distributed.get_rank() == 0:  # finding: leaves
            if done:
                break


def left_by_the_only_process(loader, epochs, evaluate):
    model = DistributedDataParallel(nn.Linear(4, 1).cuda())
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(epochs):
        for x, y in loader:
            optimizer.zero_grad()
            (model(x) - y).pow(2).mean().backward()
            optimizer.step()
        if torch.distributed.get_rank() == 0 and not torch.distributed.is_available() and evaluate(model):
            break


def ended_by_the_first(loader, optimizer, rank, steps):
    model = wrapped()
    for epoch in range(100):
        loss = one_epoch(model, loader, optimizer)
        if epoch >= steps and rank == 0:  # finding: leaves the training loop, so the others hang in `backward`
            print("done", loss)
            sys.exit()


def ended_by_all(loader, optimizer, rank, steps):
    model = wrapped()
    for epoch in range(100):
        loss = one_epoch(model, loader, optimizer)
        if epoch >= steps:
            if rank == 0:
                print("done", loss)
            sys.exit()


def ended_before(loader, optimizer, rank):
    if rank == 0 and not len(loader):
        exit()
    model = wrapped()
    for _ in range(100):
        one_epoch(model, loader, optimizer)
