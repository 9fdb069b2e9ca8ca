"""A page's advice on overfitting: a dropout that is added to a model whose forward does not know of it."""

import torch
from model import Digits
from torch import nn

model = Digits()
model.add_module("dropout", nn.Dropout(p=0.5))  # finding: `dropout` is never used, so it never drops anything
optimizer = torch.optim.AdamW(model.parameters(), weight_decay=0.01)
images, labels = torch.rand(8, 64), torch.randint(0, 10, (8,))
for _ in range(10):
    optimizer.zero_grad()
    nn.functional.cross_entropy(model(images), labels).backward()
    optimizer.step()
