"""A scaler that goes into checkpoints, and to a function that may scale with it."""

import torch
import torch.nn.functional as F
from torch import nn


def train(loader, path: str, prepare) -> None:
    model = nn.Linear(16, 4).cuda()
    optimizer = torch.optim.AdamW(model.parameters())
    scaler = torch.cuda.amp.GradScaler()
    prepare(optimizer, scaler)
    for x, y in loader:
        optimizer.zero_grad()
        with torch.autocast("cuda", dtype=torch.float16):
            loss = F.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()
    torch.save({"model": model.state_dict(), "scaler": scaler.state_dict()}, path)
