"""A trainer that asks the wrapper, and one that asks the model, for what only the model has."""

import torch
from base import Base
from net import Net
from wrap import to_parallel


class Trainer(Base):
    def fit(self, loader):
        for x in loader:
            loss = self.model.loss(x)  # suspected: raises an AttributeError once `self.model` is a `DataParalle
            loss.backward()

    def fit_fine(self, loader):
        for x in loader:
            loss = self.model.module.loss(x)
            loss.backward()


def main():
    net = to_parallel(Net())
    print(net.num_classes)  # suspected: raises an AttributeError once `net` is a `DataParallel`
    bare = Net()
    par = to_parallel(bare)
    print(bare.num_classes, par.module.num_classes)


Trainer(Net()).fit([])
Trainer(Net()).fit_fine([])
main()
