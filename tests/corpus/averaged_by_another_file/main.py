"""Evaluates a loaded model."""

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

from engine import evaluate, evaluate_weighted

model = nn.Linear(4, 3)
model.load_state_dict(torch.load("model.pt", map_location="cpu", weights_only=True))
loader = DataLoader(TensorDataset(torch.randn(32, 4), torch.zeros(32).long()), batch_size=8)
print(evaluate(model, loader, nn.CrossEntropyLoss()), evaluate_weighted(model, loader, nn.CrossEntropyLoss()))
