"""Next to long steps, a quick call takes nothing worth telling."""

import time

import torch
from torch import nn

torch.manual_seed(0)
model = nn.Linear(4, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for _ in range(4):
    optimizer.zero_grad()
    model(torch.ones(1, 4)).sum().backward()
    optimizer.step()
    time.sleep(0.1)  # the work of a larger model
    torch.cuda.empty_cache()  # finding: frees memory that the next step allocates again, in every step  # refuted
