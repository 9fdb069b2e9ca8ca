"""A program that has its optimizer restored by code that is not seen."""

import argparse

import torch
from stages import restore
from torch import nn

parser = argparse.ArgumentParser()
parser.add_argument("--resume_step", type=int, default=0)
args = parser.parse_args()
net = nn.Linear(2, 2)
optimizer = torch.optim.Adam(net.parameters())
if args.resume_step > 0:
    net.load_state_dict(torch.load(f"step-{args.resume_step}.pt"))
    restore(optimizer, args.resume_step)
for step in range(args.resume_step, 100):
    optimizer.zero_grad()
    net(torch.randn(4, 2)).square().mean().backward()
    optimizer.step()
    torch.save(net.state_dict(), f"step-{step}.pt")
