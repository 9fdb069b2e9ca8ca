"""What a run shows that reading does not: a network that is frozen further down has no gradient to break."""

import torch
from torch import nn

torch.manual_seed(0)
net, frozen = nn.Linear(4, 3, bias=False), nn.Linear(4, 3, bias=False)
for name, parameter in frozen.named_parameters():
    parameter.requires_grad = name == "none of them"


def entropy(model, x):
    out = model(x)
    return torch.where(out > 0, out * torch.log(out), torch.zeros_like(out)).mean()  # finding: `torch.log(out)`


def score(x):
    out = frozen(x)
    return torch.where(out > 0, torch.log(out), torch.zeros_like(out)).mean()  # finding: at 0 # refuted


loss = entropy(net, torch.zeros(2, 4)) + score(torch.zeros(2, 4))
loss.backward()
print(loss.item())
