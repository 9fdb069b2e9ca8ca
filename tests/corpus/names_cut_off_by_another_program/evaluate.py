"""Loads what the training has saved into a model without a wrapper."""

import torch
from network import Net

saved = torch.load("last.pt", map_location="cpu", weights_only=True)
state = {}
for name in saved["weight"]:
    state[name[7:]] = saved["weight"][name]
model = Net()
model.load_state_dict(state)
model.eval()
with torch.no_grad():
    print(model(torch.ones(2, 4)))
