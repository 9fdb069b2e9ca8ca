"""Ways to ask for names, of a model whose names are all known."""

import torch
from torch import nn


class Block(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.attend = nn.Linear(size, size)
        self.ln_1 = nn.LayerNorm(size)

    def forward(self, x):
        return x + self.attend(self.ln_1(x))


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.stem = nn.Sequential(nn.Linear(3, 3), nn.ReLU())
        self.blocks = nn.ModuleList([Block(3) for _ in range(12)])
        self.temperature = nn.Parameter(torch.ones(1))
        self.head = nn.Linear(3, 2)

    def forward(self, x):
        x = self.stem(x)
        for block in self.blocks:
            x = block(x)
        return self.head(x) * self.temperature


model = Net()
for name, p in model.named_parameters():
    if "stem" in name or name.startswith(("blocks.0", "blocks.11.att")):
        p.requires_grad = False
    if name == "temperature" or name in ("head.weight", "head.bias") or name.endswith("ln_1.weight"):
        p.requires_grad_(True)
    if "layers.0." in name:  # finding: finds no parameter of `model`; its names begin with `stem`, `blocks`
        p.requires_grad = False
    if "blocks.3.mlp" in name:  # finding: finds no parameter of `model`
        p.requires_grad_(False)
    if name.endswith("attend.kernel"):  # finding: finds no parameter of `model`
        p.requires_grad = False
    elif name in {"head"}:  # finding: finds no parameter of `model`
        p.requires_grad = False
    if "decoder" not in name:  # finding: finds no parameter of `model`
        p.requires_grad = False
    if "decoder" in name and p.ndim > 1:  # finding: finds no parameter of `model`
        p.requires_grad = False
    if "decoder" in name or "head" in name:  # one of the two is enough
        p.requires_grad = True
    if "decoder" in name:  # nothing is selected
        print(name)

no_decay = ["bias", "LayerNorm.weight"]
groups = [
    {"params": [p for n, p in model.named_parameters() if not any(nd in n for nd in no_decay)], "weight_decay": 0.1},
    {"params": [p for n, p in model.named_parameters() if any(nd in n for nd in no_decay)], "weight_decay": 0.0},
]
slow = ["backbone", "neck"]
kept = [p for n, p in model.named_parameters() if any(n.startswith(one) for one in slow)]  # finding: finds no parameter
norms = [p for n, p in model.named_parameters() if "layernorm" in n]  # suspected: finds no parameter of `model`
optimizer = torch.optim.AdamW([*groups, {"params": kept}, {"params": norms}])
