"""`volatile` turned gradients off for what was computed from that input, and for nothing else in the file."""

import torch
from torch import nn
from torch.autograd import Variable
from torch.utils.data import DataLoader, TensorDataset

criterion = nn.CrossEntropyLoss()


def to_variable(array, volatile=False):
    return Variable(array, volatile=volatile)


def validate(net, loader):
    net.eval()
    total = 0.0
    for x, y in loader:
        total += criterion(net(Variable(x, volatile=True)), Variable(y, volatile=True)).item()
    return total


def validate_with_helper(net, loader):
    net.eval()
    total = 0.0
    for x, y in loader:
        total += criterion(net(to_variable(x, True)), to_variable(y, True)).item()
    return total


def test(net, loader):
    net.eval()
    total = 0.0
    for x, y in loader:
        output = net(to_variable(x))  # finding: is evaluated with gradients enabled
        total += criterion(output, to_variable(y)).item()
    return total


def compare(net, loader):
    net.eval()
    right = 0
    for x, y in loader:
        output = net(Variable(x, volatile=False))  # finding: is evaluated with gradients enabled
        right += (output.argmax(1) == y).sum().item()
    return right


def main():
    net = nn.Sequential(nn.Linear(4, 8), nn.Dropout(), nn.Linear(8, 3))
    loader = DataLoader(TensorDataset(torch.randn(16, 4), torch.randint(0, 3, (16,))), batch_size=4)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for _ in range(2):
        net.train()
        for x, y in loader:
            optimizer.zero_grad()
            criterion(net(x), y).backward()
            optimizer.step()
        print(validate(net, loader), validate_with_helper(net, loader), test(net, loader), compare(net, loader))


main()
