"""A model of another package's layers: what it is given wants a gradient too, and its parameters get theirs."""

import torch
from tensor_layers import Column, LayeredModule


class Net(LayeredModule):
    def __init__(self, config):
        super().__init__(config)
        self.first = Column(10, 10, config=config)

    def forward(self, rows):
        return self.first(rows)[0]


class Test:
    def set_up(self):
        self.net = Net({"width": 10}).double()

    def step(self):
        optimizer = torch.optim.AdamW(self.net.parameters())
        loss_function = torch.nn.CrossEntropyLoss()
        rows = torch.randn(4, 10, requires_grad=True).double()
        labels = torch.randint(10, (4,))
        loss = loss_function(self.net(rows).reshape(4, 10), labels)
        loss.backward()
        optimizer.step()
