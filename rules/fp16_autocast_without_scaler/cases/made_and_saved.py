"""A scaler that goes into checkpoints, and that no loss goes through."""

import torch
import torch.nn.functional as F
from torch import nn


def train(loader, path: str) -> None:
    model = nn.Linear(16, 4).cuda()
    optimizer = torch.optim.AdamW(model.parameters())
    scaler = torch.cuda.amp.GradScaler()
    scaler.load_state_dict(torch.load(path, weights_only=True)["scaler"])
    for x, y in loader:
        optimizer.zero_grad()
        with torch.autocast("cuda", dtype=torch.float16):
            loss = F.cross_entropy(model(x), y)
        loss.backward()  # finding: `loss.backward()` loses small gradients
        optimizer.step()
    torch.save({"model": model.state_dict(), "scaler": scaler.state_dict()}, path)
