"""As a page does it: the numbers of what a layer gives, through `.data`. No graph is kept with them."""

import torch
from torch import nn


class SaveNumbers:
    def __init__(self, module):
        self.features = []
        self.hook = module.register_forward_hook(self.hook_fn)

    def hook_fn(self, module, inputs, output):
        self.features.append(output.data)  # finding: `self.features` grows by one `output.data` per forward

    def remove(self):
        self.hook.remove()


def main():
    model = nn.Sequential(nn.Linear(8, 8), nn.ReLU(), nn.Linear(8, 2))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    saved = SaveNumbers(model[1])
    for _ in range(5):
        loss = nn.functional.cross_entropy(model(torch.rand(4, 8)), torch.randint(0, 2, (4,)))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    saved.remove()
    print(saved.features[-1].mean())


main()
