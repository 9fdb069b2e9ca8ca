"""Each pass replaces the newest weights; every tenth is kept."""

import torch
from acme import model, train_epoch


def save(name):
    torch.save(model.state_dict(), name)


for epoch in range(100):
    train_epoch(model, epoch)
    save("last.pt" if epoch % 10 else f"{epoch}.pt")
    if epoch % 10 == 0:
        save("newest.pt")
