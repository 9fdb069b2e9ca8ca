"""A tracker keeps the model of the last epoch."""

import mlflow
import torch
from acme import model, train_epoch

for epoch in range(100):
    train_epoch(model, epoch)
    if epoch % 10 == 0:
        torch.save(model.state_dict(), f"{epoch}.pt")
mlflow.pytorch.log_model(model, "model")
