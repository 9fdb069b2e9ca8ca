"""An Accelerator that was given no number of passes steps in each of them."""

import torch
from accelerate import Accelerator
from torch import nn

accelerator = Accelerator()
net = nn.Linear(8, 2)
optimizer = torch.optim.AdamW(net.parameters())
loader = torch.utils.data.DataLoader(torch.rand(64, 8), batch_size=4, shuffle=True)
net, optimizer, loader = accelerator.prepare(net, optimizer, loader)
for x in loader:
    with accelerator.accumulate(net):
        optimizer.zero_grad()
        accelerator.backward(net(x).square().mean())
        optimizer.step()
