"""Models in float16 of which a part is frozen."""

import torch
from torch import nn


def with_a_head(loader):
    """Only the head is trained, in float32."""
    model, head = nn.Linear(8, 2).half(), nn.Linear(2, 2)
    model.requires_grad_(False)
    params = [p for p in model.parameters() if p.requires_grad]
    params += list(head.parameters())
    optimizer = torch.optim.SGD(params, lr=0.1)
    for x in loader:
        optimizer.zero_grad()
        head(model(x.half()).float()).mean().backward()
        optimizer.step()


def with_all_of_it(loader):
    model, head = nn.Linear(8, 2).half(), nn.Linear(2, 2).half()  # finding: keep them in float32
    params = list(head.parameters())
    optimizer = torch.optim.SGD(params, lr=0.1)
    for x in loader:
        optimizer.zero_grad()
        head(model(x.half())).mean().backward()
        optimizer.step()
