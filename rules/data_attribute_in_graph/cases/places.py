import torch
import torch.nn.functional as F
from torch import nn


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc, self.scale = nn.Linear(4, 4), nn.Parameter(torch.ones(4))
        self.fc.weight.data.uniform_(-0.1, 0.1)
        self.fc.bias.data.zero_()
        self.scale.data.fill_(0.5)

    def forward(self, x):
        h = torch.relu(self.fc(x)) * self.scale
        h.data[h < 0.1] = 0  # finding: `h.data[h < 0.1] = 0` changes `h` without autograd seeing it
        return h

    def clip(self):
        self.fc.weight.data.clamp_(-1, 1)
        for p in self.parameters():
            p.data.mul_(0.99)


def losses(model, optimizer, loader):
    model = Block()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    total = 0.0
    for x, y in loader:
        out = model(x)
        loss = F.cross_entropy(out, y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total += loss.data.item()
        probabilities = F.softmax(out, dim=1).data
        print(probabilities.max())
        print(loss.data[0])  # fails, which `removed-api` reports
    return total


class Weighted(nn.Module):
    def __init__(self, train_eps):
        super().__init__()
        self.fc = nn.Linear(4, 4)
        if train_eps:
            self.eps = nn.Parameter(torch.empty(1))
        else:
            self.register_buffer("eps", torch.empty(1))
        self.eps.data.fill_(0.1)

    def forward(self, x):
        return self.fc(x) * (1 + self.eps)


def count_up(weight: torch.Tensor) -> None:
    weight.data.copy_(torch.arange(weight.numel()).view_as(weight))


def filled(block):
    layer = nn.Linear(4, 4)
    count_up(layer.weight)
    count_up(block.inner["first"].weight)
    return layer


def of_no_graph(model, loader):
    model = Block()
    with torch.no_grad():
        for x, _ in loader:
            print(model(x).data.argmax(1), x.data, x.data.shape)


def trained_itself(target):
    image = torch.rand(3, 8, 8, requires_grad=True)
    for _ in range(10):
        loss = (image - target).square().mean()
        loss.backward()
        image.data -= 0.1 * image.grad.data
        image.data.clamp_(0, 1)
        image.grad.data.zero_()


def given_other_data(model, x):
    out = Block()(x)
    out.data = out.data.half().float()
    return out


def something_else(dataset, store, x):
    print(dataset.data[0], store.data.shape, x.data)


class Sliced:
    """Fills a tensor with a part of another, and makes a parameter of it."""

    def __init__(self, rank, width):
        self.rank, self.width = rank, width

    def filled(self, scale: torch.Tensor, source, anew):
        target = torch.relu(Block().fc(scale))
        if anew:
            target = torch.empty_like(target)
        target.data.copy_(source[self.rank * self.width : (self.rank + 1) * self.width])
        return nn.parameter.Parameter(target, requires_grad=False)

    def shown(self, scale: torch.Tensor, source):
        target = torch.relu(Block().fc(scale))
        target.data.copy_(source)  # finding: `target.data.copy_(source)` changes `target` without autograd seeing it
        return target
