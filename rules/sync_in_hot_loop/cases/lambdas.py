"""Numbers that a lambda fetches, in each step or now and then."""

import torch
from torch import nn

device = torch.device("cuda")
as_array = lambda x: x.detach().cpu().numpy()  # finding: waits for the GPU in each training step; keep
seldom = lambda x: x.detach().cpu().numpy()
if_wanted = lambda x, wanted: x.detach().cpu().numpy() if wanted else None


def train(dataset, take, show):
    loader = torch.utils.data.DataLoader(dataset, batch_size=8, shuffle=True, num_workers=2)
    model = nn.Linear(8, 1).to(device)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for step, (x, y) in enumerate(loader):
        loss = ((model(x.to(device)) - y.to(device)) ** 2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        take(as_array(loss))
        if step % 100 == 0:
            take(seldom(loss))
        take(if_wanted(loss, step % 100 == 0))
        show(lambda value=loss: value.item())
