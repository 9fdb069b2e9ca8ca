"""What a layer gives is kept by an object that is a hook, with its graph."""

import torch
from torch import nn


class SaveActivations:
    def __init__(self, module):
        self.features = []
        self.hook = module.register_forward_hook(self.hook_fn)

    def hook_fn(self, module, inputs, output):
        self.features.append(output)  # finding: keeps the `output` of every forward, with its graph

    def remove(self):
        self.hook.remove()


def main():
    model = nn.Sequential(nn.Linear(8, 8), nn.ReLU(), nn.Linear(8, 2))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    saved = SaveActivations(model[1])
    for _ in range(5):
        loss = nn.functional.cross_entropy(model(torch.rand(4, 8)), torch.randint(0, 2, (4,)))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    saved.remove()
    print(saved.features[-1].mean())


main()
