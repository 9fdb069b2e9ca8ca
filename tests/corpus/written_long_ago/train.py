"""Says volatile where gradients were to be off: the author meant well, and all of it predates no_grad."""

import torch
from torch import nn
from torch.autograd import Variable

from checks import validate

net = nn.Linear(8, 2)
criterion = nn.CrossEntropyLoss()


def test(loader):
    net.eval()
    total = 0
    for x, y in loader:
        x, y = Variable(x, volatile=True), Variable(y)  # finding: `volatile=True` does nothing since PyTorch 0.4
        total += criterion(net(x), y).data[0]
    return total


if __name__ == "__main__":
    batches = [(torch.randn(2, 8), torch.randint(0, 2, (2,)))]
    print(test(batches), validate(net, batches))
