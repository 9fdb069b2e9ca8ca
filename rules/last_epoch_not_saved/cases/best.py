"""The best weights are saved whenever they are found."""

import torch
from acme import evaluate, model, train_epoch

best = 0
for epoch in range(100):
    train_epoch(model, epoch)
    score = evaluate(model)
    if epoch % 10 == 0:
        torch.save(model.state_dict(), f"{epoch}.pt")
    if score > best:
        best = score
        torch.save(model.state_dict(), "best.pt")
