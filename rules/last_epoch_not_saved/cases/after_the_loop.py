"""The weights are saved once more, by the caller of the function that trains."""

import torch
from acme import model, train_epoch


def train():
    for epoch in range(100):
        train_epoch(model, epoch)
        if epoch % 10 == 0:
            torch.save(model.state_dict(), f"{epoch}.pt")


train()
torch.save(model.state_dict(), "last.pt")
