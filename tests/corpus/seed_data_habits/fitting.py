"""What the notebook of a course calls."""

import torch
from torch import nn


def fit(model, optimizer, train_data_loader, val_data_loader, epochs=20, device="cpu"):
    for epoch in range(epochs):
        model.train()
        for inputs, targets in train_data_loader:
            optimizer.zero_grad()
            loss = nn.functional.cross_entropy(model(inputs.to(device)), targets.to(device))
            loss.backward()
            optimizer.step()
        model.eval()
        correct = 0
        with torch.no_grad():
            for inputs, targets in val_data_loader:
                correct += (model(inputs.to(device)).argmax(1) == targets.to(device)).sum().item()
        print(f"epoch {epoch}: {correct} right")
