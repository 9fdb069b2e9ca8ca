import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(8, 8), nn.ReLU(), nn.Linear(8, 8))
        self.head = nn.Linear(8, 2)
        nn.init.zeros_(self.head.bias)

    def forward(self, x):
        return self.head(x + self.body(x))


def look(module, grad_input, grad_output):
    print(module, grad_output[0].shape)


class Reduced(nn.Module):
    """Has a method of its own by that name, which calls nothing deprecated."""

    def __init__(self, module):
        super().__init__()
        self.module = module
        self.register_backward_hook(print)

    def register_backward_hook(self, hook):
        for parameter in self.module.parameters():
            parameter.register_post_accumulate_grad_hook(hook)

    def forward(self, x):
        return self.module(x)


Reduced(Net()).register_backward_hook(print)
net = Net()
net.head.register_backward_hook(look)  # finding: use `register_full_backward_hook`
net.register_backward_hook(look)  # finding: use `register_full_backward_hook`
count = 0
for _ in range(2):
    net(torch.rand(4, 8)).sum().backward()
    count += 1
