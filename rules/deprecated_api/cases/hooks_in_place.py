import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(8, 8)
        self.act = nn.ReLU(True)

    def forward(self, x):
        return self.act(self.first(x))


def look(module, grad_input, grad_output):
    print(module, grad_output[0].shape)


net = Net()
net.first.register_backward_hook(look)  # finding: in-place operations
net(torch.rand(4, 8)).sum().backward()
