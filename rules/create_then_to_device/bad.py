"""Counts what a small network says, with masks made in each step."""

import torch
from torch import nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
network = nn.Linear(8, 8).to(device)
total = torch.zeros(8, device=device)
with torch.no_grad():
    for step in range(3):
        mask = torch.ones(8, 8).to(device).tril()  # finding: is created on the CPU and copied each time
        noise = torch.randn(8).to(device)  # finding: pass `device=device` to it
        total += (network(noise) * mask).sum(0)
print(total.sum())
