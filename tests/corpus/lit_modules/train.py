"""Hands the model to the framework, and evaluates it by hand afterwards."""

import pytorch_lightning as pl
import torch
from torch.utils.data import DataLoader, TensorDataset

from lit.classifier import Classifier

loader = DataLoader(TensorDataset(torch.randn(32, 8), torch.randint(0, 3, (32,))), batch_size=8)
model = Classifier()
pl.Trainer(max_epochs=2).fit(model, loader, loader)


def right(model, loader):
    model.eval()
    return sum((model(x).argmax(1) == y).sum().item() for x, y in loader)  # finding: evaluated with gradients enabled


print(right(model, loader))
