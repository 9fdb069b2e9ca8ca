"""An optimizer for each part of a model, with a schedule for each."""

from torch.optim import Adam
from torch.optim.lr_scheduler import CosineAnnealingLR


class Several:
    def __init__(self, parts):
        self.optimizers = {name: Adam(part.parameters()) for name, part in parts.items()}
        self.rates = {name: CosineAnnealingLR(one, 100) for name, one in self.optimizers.items()}  # suspected: never

    def zero_grad(self):
        for one in self.optimizers.values():
            one.zero_grad()

    def step(self, name):
        self.optimizers[name].step()

    def anneal(self, name):
        self.rates[name].step()
