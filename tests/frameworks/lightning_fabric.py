"""Fabric sets up what it is given and returns it in order; the loop is the user's own."""

import torch
from lightning.fabric import Fabric
from torch import nn
from torch.utils.data import DataLoader

fabric = Fabric()
reveal(fabric)  # framework, lightning.fabric.Fabric
model = nn.Linear(8, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
model, optimizer = fabric.setup(model, optimizer)
reveal(model)  # module, torch.nn.Linear
reveal(optimizer)  # optimizer, torch.optim.SGD
loader = fabric.setup_dataloaders(DataLoader([]))
reveal(loader)  # loader, torch.utils.data.DataLoader
total = 0
for x, y in loader:
    optimizer.zero_grad()
    loss = (model(x) - y).abs().mean()
    fabric.backward(loss)
    optimizer.step()
    total += loss  # finding: `total` keeps the graph of every `loss`
    fabric.log("loss", loss)
reveal(fabric.all_gather(loss))  # tensor, maybe grad, assumed

model.eval()
for x, y in loader:
    print(model(x).argmax(1))  # finding: `model` is evaluated with gradients enabled
