"""A script wraps its model at the end of its set-up, and its functions run after that; another wraps it under a condition."""

import torch
from torch import nn

model = nn.Sequential(nn.Linear(4, 4), nn.BatchNorm1d(4))
model.load_state_dict(torch.load("pretrained.pt", weights_only=True))
model = nn.DataParallel(model)

other = nn.Linear(4, 2)
if torch.cuda.device_count() > 1:
    other = nn.DataParallel(other)


def freeze():
    model.module[1].eval()


def save(path):
    torch.save(other.module.state_dict(), path)  # finding: where the model is not wrapped


if __name__ == "__main__":
    freeze()
    save("other.pt")
