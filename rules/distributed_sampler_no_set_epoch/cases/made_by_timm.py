"""timm's loader makes its own sampler for training, where it is told that several processes train."""

import torch
import torch.nn.functional as F
from timm.data import create_loader


def step(net, optimizer, loader):
    for images, labels in loader:
        optimizer.zero_grad()
        F.cross_entropy(net(images), labels).backward()
        optimizer.step()


def train(net, data, args):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    stuck = create_loader(data, 224, 32, is_training=True, distributed=args.distributed)  # finding: `stuck.sampler`
    told = create_loader(data, 224, 32, is_training=True, distributed=args.distributed)
    alone = create_loader(data, 224, 32, is_training=True)
    for epoch in range(args.epochs):
        if args.distributed:
            told.sampler.set_epoch(epoch)
        step(net, optimizer, stuck)
        step(net, optimizer, told)
        step(net, optimizer, alone)


def evaluate(net, data, args):
    loader = create_loader(data, 224, 32, is_training=False, distributed=args.distributed)
    with torch.no_grad():
        return [(net(images).argmax(1) == labels).float().mean().item() for images, labels in loader]
