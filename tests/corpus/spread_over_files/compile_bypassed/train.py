"""One trainer compiles a model that nothing calls, the other one calls it."""

import torch
from net import Net
from loss import Loss, Fine


class Trainer:
    def __init__(self):
        self.model = torch.compile(Net())  # finding: compiles nothing
        self.loss = Loss(self.model)
        self.opt = torch.optim.SGD(self.model.parameters(), lr=0.1)

    def fit(self, loader):
        for x in loader:
            self.opt.zero_grad()
            self.loss(x).backward()
            self.opt.step()


class Good:
    def __init__(self):
        self.model = torch.compile(Net())
        self.loss = Fine(self.model)
        self.opt = torch.optim.SGD(self.model.parameters(), lr=0.1)

    def fit(self, loader):
        for x in loader:
            self.opt.zero_grad()
            self.loss(x).backward()
            self.opt.step()


Trainer().fit([])
Good().fit([])
