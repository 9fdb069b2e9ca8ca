"""Where the time is in a folder's name, each run may have a best of its own."""

import os
import time

import torch
from training import evaluate, one_epoch


def train(args, model, optimizer, loaders):
    folder = os.path.join("runs", time.strftime("%H%M%S"))
    best_acc = 0  # suspected: `best_acc` restarts at `0` on resume, so a worse epoch can replace the best checkpoint
    checkpoint = torch.load(args.resume)
    model.load_state_dict(checkpoint["model"])
    start = checkpoint["epoch"]
    for _ in range(start, args.epochs):
        one_epoch(model, optimizer, loaders[0])
        acc = evaluate(model, loaders[1])
        if acc > best_acc:
            best_acc = acc
            torch.save(model.state_dict(), os.path.join(folder, "best.pt"))
