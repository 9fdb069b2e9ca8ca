"""A scheduler is told where the training was stopped; a scaler is told nothing."""

import torch
from torch import nn


def fit(net, batches, path, is_resumed, epochs):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1, momentum=0.9)
    scheduler = torch.optim.lr_scheduler.StepLR(optimizer, 10)
    scaler = torch.amp.GradScaler("cuda")
    start = 0
    if is_resumed:
        saved = torch.load(path, weights_only=True)
        net.load_state_dict(saved["net"])
        optimizer.load_state_dict(saved["optimizer"])
        start = saved["epoch"]
        scheduler.last_epoch = start - 1
    for epoch in range(start, epochs):
        for x, y in batches:
            optimizer.zero_grad()
            with torch.autocast("cuda", dtype=torch.float16):
                loss = nn.functional.mse_loss(net(x), y)
            scaler.scale(loss).backward()
            scaler.step(optimizer)
            scaler.update()
        scheduler.step()
        state = optimizer.state_dict()  # finding: without `scaler`
        torch.save({"net": net.state_dict(), "optimizer": state, "epoch": epoch + 1}, path)
