"""An option that some branch sets to False may still be true on another way."""

import argparse
import os

import torch
from torch import nn
from torch.nn.parallel import DistributedDataParallel
from torch.utils.data import DataLoader, DistributedSampler, TensorDataset

parser = argparse.ArgumentParser()
parser.add_argument("--several", action="store_true")
parser.add_argument("--balanced", action="store_true")
parser.add_argument("--alone", action="store_true")
args = parser.parse_args()
if args.alone:
    args.several = False
args.balanced = False

torch.distributed.init_process_group("nccl")
torch.cuda.set_device(int(os.environ["LOCAL_RANK"]))
data = TensorDataset(torch.randn(64, 4), torch.randn(64, 1))
if args.several:
    sampler = DistributedSampler(data)  # finding: shuffles in the same order every epoch
    loader = DataLoader(data, batch_size=8, sampler=sampler)
elif args.balanced:
    loader = DataLoader(data, batch_size=8, sampler=DistributedSampler(data))
else:
    loader = DataLoader(data, batch_size=8, shuffle=True)
model = DistributedDataParallel(nn.Linear(4, 1).cuda())
optimizer = torch.optim.Adam(model.parameters())
for epoch in range(10):
    for rows, targets in loader:
        optimizer.zero_grad()
        nn.functional.mse_loss(model(rows.cuda()), targets.cuda()).backward()
        optimizer.step()
