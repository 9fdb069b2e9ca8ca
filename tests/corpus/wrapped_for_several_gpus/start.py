"""Begins a training, in as many processes as there are GPUs."""

import torch
from data import loaders
from fit import fit
from torch import nn


class Codec(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.width = width
        self.inside, self.outside = nn.Linear(4, width), nn.Linear(width, 4)

    def forward(self, x):
        return self.outside(torch.tanh(self.inside(x)))


def start(rank, args):
    train_loader, val_loader, test_loader = loaders(args.batch_size)  # finding: used for both training and validation
    model = Codec(args.width)
    if args.start:
        model.load_state_dict(torch.load(args.start, map_location="cpu", weights_only=True))
    optimizer = torch.optim.AdamW(model.parameters(), lr=args.lr)
    if args.gpus > 1:
        torch.distributed.init_process_group("nccl", rank=rank, world_size=args.gpus)
        model = nn.parallel.DistributedDataParallel(model, device_ids=[rank])
    fit(rank, model, optimizer, train_loader, val_loader, args.folder)
    if rank == 0:
        torch.save(model.state_dict(), args.folder + "/final.pth")  # suspected: saves keys with the prefix `module.`
        print(len(test_loader))
