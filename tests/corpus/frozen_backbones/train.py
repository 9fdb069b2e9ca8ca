"""Trains a classifier whose backbone another file freezes."""

import torch
import torch.nn.functional as F
from torch.utils.data import DataLoader

from models import Classifier

loader = DataLoader([], batch_size=8, shuffle=True)
model = Classifier(classes=10)
optimizer = torch.optim.Adam(model.head.parameters())
for epoch in range(5):
    model.train()
    for images, labels in loader:
        optimizer.zero_grad()
        loss = F.cross_entropy(model(images), labels)  # finding: `backbone` of `model` is frozen, but its BatchNorm
        loss.backward()
        optimizer.step()
