"""One epoch, with what the caller has made."""

import torch


def train_epoch(model, rows, optimizer, scaler):
    model.train()
    for x in rows:
        optimizer.zero_grad()
        with torch.autocast("cuda", dtype=torch.float16):
            loss = model(x).float().pow(2).mean()
        scaler.scale(loss).backward()
        scaler.step(optimizer)
        scaler.update()
