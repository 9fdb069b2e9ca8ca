"""Averages of parameters are no model; averaged copies are ones without gradients, in the mode that the model was in."""

import torch
from ema_pytorch import EMA
from mmengine.model import ExponentialMovingAverage as Averaged
from torch import nn
from torch.utils.data import DataLoader
from torch_ema import ExponentialMovingAverage


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(8, 2), nn.Dropout())

    def forward(self, x):
        return self.body(x)


model = Net()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
kept = ExponentialMovingAverage(model.parameters(), decay=0.995)
reveal(kept)  # framework, torch_ema.ExponentialMovingAverage
averaged = EMA(model, beta=0.999)
reveal(averaged)  # module, ema_pytorch.EMA, Net
reveal(averaged.ema_model)  # module, ema_pytorch.EMA, Net
reveal(averaged(torch.zeros(1, 8)))  # tensor, no grad, assumed
reveal(Averaged(model).module)  # module, Net
loader = DataLoader([], batch_size=4, shuffle=True)
total = 0
for x, y in loader:
    optimizer.zero_grad()
    loss = nn.functional.cross_entropy(model(x), y)
    loss.backward()
    optimizer.step()
    kept.update()
    averaged.update()
    total += loss  # finding: `total` keeps the graph of every `loss`

model.eval()
with kept.average_parameters():
    for x, y in loader:
        print(model(x).argmax(1))  # finding: `model` is evaluated with gradients enabled
for x, y in loader:
    print(averaged.forward_eval(x).argmax(1))
