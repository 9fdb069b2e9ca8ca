"""Apex's amp returns the model and the optimizer, and scales the loss that is differentiated."""

import torch
from apex import amp
from apex.parallel import DistributedDataParallel as DDP
from torch import nn

model = nn.Linear(8, 2)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
model, optimizer = amp.initialize(model, optimizer, opt_level="O1")
reveal(model)  # module, torch.nn.Linear
reveal(optimizer)  # optimizer, torch.optim.SGD
reveal(amp.initialize(model, opt_level="O2"))  # module, torch.nn.Linear
reveal(amp.initialize(model, optimizer, "O1"))  # tuple, (module, torch.nn.Linear; optimizer, torch.optim.SGD)
reveal(amp.initialize(models=model, optimizers=optimizer))  # tuple, (module, torch.nn.Linear; optimizer, torch.optim.SGD)
model = DDP(model, delay_allreduce=True)
reveal(model)  # module, torch.nn.Linear
total, exact = 0, 0
for x, y in torch.utils.data.DataLoader([]):
    loss = nn.functional.cross_entropy(model(x), y)
    optimizer.zero_grad()
    with amp.scale_loss(loss, optimizer) as scaled_loss:
        reveal(scaled_loss)  # tensor, grad
        scaled_loss.backward()
    optimizer.step()
    total += loss  # finding: `total` keeps the graph of every `loss`
    exact += loss.item()
