"""Predicts with published weights."""

import torch
from published import Published

model = Published()
model.load_state_dict(torch.load("published.pt", weights_only=True))
with torch.no_grad():
    print(model.eval()(torch.randn(2, 4)))
