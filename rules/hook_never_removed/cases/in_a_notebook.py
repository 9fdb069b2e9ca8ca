"""A notebook as a script with cells: what runs once in a script may run again here."""

# %%
import torch
from torch import nn

features = []
model = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2))


def collect(module, inputs, output):
    features.append(output.detach())


def report(module, inputs, output):
    lines = []
    lines.append(str(output.shape))
    print(lines)


# %%
handle = model[0].register_forward_hook(collect)  # finding: the hook on `model[0]` runs in every later forward
model[1].register_forward_hook(report)
removed = model[2].register_forward_hook(collect)

# %%
with torch.no_grad():
    model(torch.randn(3, 4))
removed.remove()
