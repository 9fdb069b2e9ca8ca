"""Gives each rank a share in one case, all in another, and adds up the shares in the third."""

import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel
from torch.utils.data import DataLoader
from torch.utils.data.distributed import DistributedSampler

from engine import evaluate, evaluate_all, measure


def build(rank):
    net = nn.SyncBatchNorm.convert_sync_batchnorm(nn.Sequential(nn.Linear(4, 4), nn.BatchNorm1d(4))).to(rank)
    return DistributedDataParallel(net, device_ids=[rank])


def report(rows, rank):
    model = nn.SyncBatchNorm.convert_sync_batchnorm(build(rank))
    evaluate(model, DataLoader(rows, batch_size=4, sampler=DistributedSampler(rows, shuffle=False)), len(rows))
    evaluate_all(model, DataLoader(rows, batch_size=4), len(rows))
    torch.cuda.synchronize()


def report_sum(rows, rank):
    model = build(rank)
    loader = DataLoader(rows, batch_size=4, sampler=DistributedSampler(rows, shuffle=False))
    total = torch.tensor(measure(model, loader), device=rank)
    dist.all_reduce(total)
    print(total.item() / len(rows))


if __name__ == "__main__":
    dist.init_process_group("nccl")
    report(torch.rand(8, 4), 0)
    report_sum(torch.rand(8, 4), 0)
