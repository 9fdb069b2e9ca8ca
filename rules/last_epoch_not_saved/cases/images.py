"""What is saved now and then are images; the weights come last."""

import torch
from acme import model, save_images, train_epoch
from matplotlib import pyplot as plt

for epoch in range(100):
    train_epoch(model, epoch)
    if epoch % 10 == 0:
        save_images(model, epoch)
        plt.savefig(f"model_{epoch}.png")
