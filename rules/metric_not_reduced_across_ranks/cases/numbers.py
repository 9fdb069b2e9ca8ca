"""Evaluations by several processes, and what becomes of their numbers."""

import numpy as np
import torch
import torch.distributed as dist
from timm.utils import AverageMeter
from torch import nn
from torch.utils.data import DataLoader
from torch.utils.data.distributed import DistributedSampler


def shown(model, data, rank):
    loader = DataLoader(data, batch_size=16, sampler=DistributedSampler(data))
    total = 0.0
    for x, y in loader:
        total += nn.functional.cross_entropy(model(x), y).item()
    loss = total / len(loader)
    if rank == 0:
        print("loss", loss)  # finding: `loss` covers only this rank's share of the data


def returned(model, data):
    sampler = DistributedSampler(data) if dist.is_initialized() else None
    loader = DataLoader(data, batch_size=16, sampler=sampler)
    right = 0
    for x, y in loader:
        right += (model(x).argmax(1) == y).sum().item()
    return right / len(data)  # suspected: `right` covers only this rank's share of the data


def of_a_list(model, data):
    loader = DataLoader(data, batch_size=16, sampler=DistributedSampler(data))
    losses = []
    for x, y in loader:
        losses.append(nn.functional.cross_entropy(model(x), y).item())
    loss = sum(losses) / len(losses)
    print(loss)  # suspected: `loss` covers only this rank's share of the data


def by_numpy(model, data):
    loader = DataLoader(data, batch_size=16, sampler=DistributedSampler(data))
    losses = []
    for x, y in loader:
        losses.append(nn.functional.cross_entropy(model(x), y).item())
    loss = np.mean(losses)
    return loss  # suspected: `loss` covers only this rank's share of the data


def of_each_class(model, data, rank):
    loader = DataLoader(data, batch_size=16, sampler=DistributedSampler(data))
    right, canvas = torch.zeros(3), torch.zeros(8, 8)
    for x, y in loader:
        guess = model(x).argmax(1)
        canvas[2:4] += x.mean()
        for kind in range(3):
            right[kind] += ((guess == kind) & (y == kind)).sum()
    if rank == 0:
        print(canvas.shape)
        print(right / len(data))  # finding: `right` covers only this rank's share of the data


def handed_out(model, data):
    loader = DataLoader(data, batch_size=16, sampler=DistributedSampler(data))
    outputs = []
    for x, _ in loader:
        outputs.append(model(x))
    return outputs


def by_meter(model, data):
    loader = DataLoader(data, batch_size=16, sampler=DistributedSampler(data))
    meter = AverageMeter()
    for x, y in loader:
        meter.update((model(x).argmax(1) == y).float().mean().item(), len(y))
    print(meter.avg)  # suspected: `meter` covers only this rank's share of the data


def reduced(model, data):
    loader = DataLoader(data, batch_size=16, sampler=DistributedSampler(data))
    right = torch.zeros(())
    for x, y in loader:
        right += (model(x).argmax(1) == y).sum()
    dist.all_reduce(right)
    print(right / len(data))


def reduced_by_caller(model, data):
    loader = DataLoader(data, batch_size=16, sampler=DistributedSampler(data))
    right = 0
    for x, y in loader:
        right += (model(x).argmax(1) == y).sum()
    return right


def main(model, data):
    right = reduced_by_caller(model, data)
    dist.reduce(right, dst=0)
    print(right / len(data))


def of_each_rank(model, data, rank):
    loader = DataLoader(data, batch_size=16, sampler=DistributedSampler(data))
    right = 0
    for x, y in loader:
        right += (model(x).argmax(1) == y).sum().item()
    print(f"[GPU {rank}] {right} are right")


def of_all(model, data):
    loader = DataLoader(data, batch_size=16)
    right = 0
    for x, y in loader:
        right += (model(x).argmax(1) == y).sum().item()
    print(right / len(data))


def trained(model, data, optimizer):
    loader = DataLoader(data, batch_size=16, sampler=DistributedSampler(data))
    total = 0.0
    for x, y in loader:
        loss = nn.functional.cross_entropy(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total += loss.item()
    print("loss of training, about", total / len(loader))


def in_one_tensor(model, data):
    loader = DataLoader(data, batch_size=16, sampler=DistributedSampler(data))
    stats = torch.zeros(2)
    for x, y in loader:
        stats[0] += (model(x).argmax(1) == y).sum()
        stats[1] += len(y)
    print(stats[0] / stats[1])  # finding: `stats` covers only this rank's share of the data


def in_one_tensor_of_all(model, data):
    loader = DataLoader(data, batch_size=16, sampler=DistributedSampler(data))
    stats = torch.zeros(2)
    for x, y in loader:
        stats[0] += (model(x).argmax(1) == y).sum()
        stats[1] += len(y)
    dist.all_reduce(stats)
    print(stats[0] / stats[1])


class Trainer:
    def __init__(self, model, data, whole, rank):
        self.model, self.rank = model, rank
        self.sampler = DistributedSampler(data, shuffle=False)
        self.loader = DataLoader(data, batch_size=16, sampler=self.sampler)
        self.in_order = None
        self.whole_loader = DataLoader(whole, batch_size=16, sampler=self.in_order)

    def validate(self):
        right = 0
        for x, y in self.loader:
            right += (self.model(x).argmax(1) == y).sum().item()
        if self.rank == 0:
            print("right", right)  # finding: `right` covers only this rank's share of the data

    def validate_whole(self):
        right = 0
        for x, y in self.whole_loader:
            right += (self.model(x).argmax(1) == y).sum().item()
        if self.rank == 0:
            print("right", right)


def shared_out(data):
    return DistributedSampler(data, shuffle=False)


def by_a_function(model, data, rank):
    right = 0
    for x, y in DataLoader(data, batch_size=16, sampler=shared_out(data)):
        right += (model(x).argmax(1) == y).sum().item()
    if rank == 0:
        print("right", right)  # finding: `right` covers only this rank's share of the data


def main(model, data, whole, rank):
    trainer = Trainer(model, data, whole, rank)
    trainer.validate()
    trainer.validate_whole()
    by_a_function(model, data, rank)
