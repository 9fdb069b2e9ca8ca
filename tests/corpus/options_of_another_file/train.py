"""The options are declared in one file, and read in another; `scale` is set here."""

import options
import torch
from network import Network
from torch.nn import functional as F

args = options.read()
args.scale = 2
model = Network(args)
optimizer = torch.optim.SGD(model.parameters(), lr=args.lr)
for step in range(100):
    x = torch.rand(4, args.width)
    loss = F.mse_loss(model(x), x)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
