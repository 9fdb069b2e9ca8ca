"""A loop that counts backwards, whose last pass is 0, and one that goes over the training set without training."""

import torch
from acme import encoder, model, train_epoch, train_set

for left in reversed(range(100)):
    train_epoch(model, left)
    if left % 10 == 0:
        torch.save(model.state_dict(), f"{left}.pt")

for number in range(1000):
    sample = train_set[number]
    if number % 100 == 0:
        torch.save(sample, f"state_{number}.pt")

for number in range(1000):
    codes = encoder(train_set[number])
    if number % 100 == 0:
        torch.save(codes, f"model_codes_{number}.pt")
