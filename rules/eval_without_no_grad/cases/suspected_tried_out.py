"""Models with random weights that are given made-up input in eval mode, to see that they run: who knows what for."""

import torch
from elsewhere import catalogue
from torch import nn


class Net(nn.Module):
    def __init__(self, body):
        super().__init__()
        self.body, self.drop = body, nn.Dropout()

    def forward(self, x):
        return self.drop(self.body(x))


def widest():
    net = Net(nn.Linear(3, 3)).eval()
    y = net(torch.randn(2, 3))
    return y.detach().max()


def largest_of(name):
    net = catalogue(name)
    net.eval()
    x = torch.randn(1, 3, 32, 32)
    print(net(x).max().item())  # suspected: `net` is evaluated with gradients enabled


def timed(name, repeats):
    """In a loop it costs what an evaluation costs."""
    net = catalogue(name)
    net.eval()
    x = torch.randn(1, 3, 32, 32)
    for _ in range(repeats):
        net(x)  # finding: `net` is evaluated with gradients enabled


def of_data(name, image):
    net = catalogue(name)
    net.eval()
    return net(image[None]).argmax(1).item()  # finding: `net` is evaluated with gradients enabled


def loaded(path):
    net = Net(nn.Linear(3, 3))
    net.load_state_dict(torch.load(path))
    return net.eval()(torch.randn(2, 3)).tolist()  # finding: `net.eval()` is evaluated with gradients enabled


def read(name, image):
    """Nothing says that this evaluates: the program that calls it may train, and show what it gets."""
    return catalogue(name)(image[None]).argmax(1).item()


line = nn.Linear(1, 1)
points = torch.linspace(-1, 1, 5)[:, None]
before = line(points)  # the one below is told
print(before.tolist())
optimizer = torch.optim.SGD(line.parameters(), lr=0.1)
for _ in range(3):
    optimizer.zero_grad()
    (line(points) - points).pow(2).mean().backward()
    optimizer.step()
after = line(points)  # finding: `line` is evaluated with gradients enabled
print(after.tolist())

if __name__ == "__main__":
    print(widest(), largest_of("small"))
