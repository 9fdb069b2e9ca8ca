"""Fine-tuning by accelerate, with what it leaves to its user: clearing, clipping in time, and numbers for the log."""

import torch
from accelerate import Accelerator
from torch import nn
from torch.utils.data import DataLoader


def fit(rows):
    accelerator = Accelerator()
    net = nn.Sequential(nn.Linear(12, 24), nn.ReLU(), nn.Dropout(0.1), nn.Linear(24, 3))
    batches = DataLoader(rows, 16, shuffle=True, num_workers=2)
    net, optimizer, batches = accelerator.prepare(net, torch.optim.AdamW(net.parameters()), batches)
    for features, kinds in batches:
        accelerator.backward(nn.functional.cross_entropy(net(features), kinds))
        optimizer.step()  # finding: applies the gradients of all earlier steps again


def fit_and_log(rows, held_out):
    accelerator = Accelerator()
    net = nn.Sequential(nn.Linear(12, 24), nn.ReLU(), nn.Dropout(0.1), nn.Linear(24, 3))
    batches, others = DataLoader(rows, 16, shuffle=True, num_workers=2), DataLoader(held_out, 16, num_workers=2)
    net, optimizer, batches, others = accelerator.prepare(net, torch.optim.AdamW(net.parameters()), batches, others)
    for _ in range(5):
        net.train()
        curve = 0.0
        for features, kinds in batches:
            optimizer.zero_grad()
            loss = nn.functional.cross_entropy(net(features), kinds)
            accelerator.clip_grad_norm_(net.parameters(), 0.5)  # finding: finds no gradients to clip
            accelerator.backward(loss)
            optimizer.step()
            curve += loss  # finding: `curve` keeps the graph of every `loss` alive
        net.eval()
        hits = sum((net(features).argmax(1) == kinds).sum().item() for features, kinds in others)  # finding: gradients
        accelerator.print(curve, hits)


def fit_in_parts(rows):
    accelerator = Accelerator()
    net = nn.Linear(12, 3)
    batches = DataLoader(rows, 16, shuffle=True, num_workers=2)
    net, optimizer, batches = accelerator.prepare(net, torch.optim.SGD(net.parameters(), 0.1), batches)
    for number, (features, kinds) in enumerate(batches):
        accelerator.backward(nn.functional.cross_entropy(net(features), kinds))  # suspected: sums gradients over
        if number % 4 == 3:
            optimizer.step()
            optimizer.zero_grad()
