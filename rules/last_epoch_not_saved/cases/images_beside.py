"""Images are saved in each pass, which keeps no weights."""

import torch
from acme import model, save_images, train_epoch
from matplotlib import pyplot as plt

for epoch in range(100):
    train_epoch(model, epoch)
    save_images(model, epoch)
    plt.savefig(f"model_{epoch}.png")
    if epoch % 10 == 0:
        torch.save(model.state_dict(), f"{epoch}.pt")  # finding: last runs with `epoch` = 90 of 99
