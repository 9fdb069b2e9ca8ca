"""A flag decides about the step: here it is one for each epoch, with the gradients of all batches."""

import torch
from torch import nn, optim
from torch.nn import functional
from torch.utils.data import DataLoader, TensorDataset


class Stepper:
    def __init__(self, optimizer):
        self.optimizer = optimizer

    def __call__(self, loss, update):
        loss.backward()
        if update:
            self.optimizer.step()  # suspected: `optimizer.zero_grad()` runs only in the outer loop  # refuted


net = nn.Linear(4, 2)
optimizer = optim.SGD(net.parameters(), lr=0.1)
stepper = Stepper(optimizer)
loader = DataLoader(TensorDataset(torch.randn(32, 4), torch.randint(2, (32,))), batch_size=4, shuffle=True)
for _epoch in range(5):
    optimizer.zero_grad()
    for i, (inputs, labels) in enumerate(loader):
        loss = functional.cross_entropy(net(inputs), labels) / len(loader)
        stepper(loss, i + 1 == len(loader))
