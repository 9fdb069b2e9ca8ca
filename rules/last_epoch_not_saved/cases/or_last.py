"""The last pass saves, too."""

import torch
from acme import model, train_epoch

for epoch in range(100):
    train_epoch(model, epoch)
    if epoch % 10 == 0 or epoch == 99:
        torch.save(model.state_dict(), f"{epoch}.pt")
