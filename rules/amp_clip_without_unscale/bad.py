"""Fits a small network in mixed precision where there is a GPU, with gradients that are kept small."""

import torch
import torch.nn.functional as F
from torch import nn

device = "cuda" if torch.cuda.is_available() else "cpu"


def rows(count):
    for _ in range(count):
        x = torch.randn(32, 8, device=device)
        yield x, x.sum(1, keepdim=True)


def main():
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(8, 32), nn.ReLU(), nn.Linear(32, 1)).to(device)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scaler = torch.amp.GradScaler(device, init_scale=1024.0)
    for i, (x, y) in enumerate(rows(100)):
        optimizer.zero_grad()
        with torch.autocast(device, enabled=device == "cuda"):
            loss = F.mse_loss(model(x), y)
        scaler.scale(loss).backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)  # finding: clips gradients that are still scaled
        scaler.step(optimizer)
        scaler.update()
        if i % 25 == 24:
            print(f"{i}: {loss.item():.3f}")


if __name__ == "__main__":
    main()
