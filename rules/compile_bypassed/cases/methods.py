import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(4, 4)
        self.head = nn.Linear(4, 1)

    def forward(self, x):
        return self.head(self.encode(x))

    def encode(self, x):
        return self.body(x).relu()

    def generate(self, x, steps):
        for _ in range(steps):
            x = self.encode(x)
        return x

    @property
    def size(self):
        return self.count()

    def count(self):
        return sum(p.numel() for p in self.parameters())


def only_generates():
    model = Net()
    model.eval()
    model = torch.compile(model, backend="eager")
    with torch.no_grad():
        return model.generate(torch.randn(2, 4), 3)  # finding: `model.generate` runs eagerly, as `torch.compile` covers


def trains_and_shows_samples():
    model = torch.compile(Net(), backend="eager")
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for step in range(4):
        loss = model(torch.randn(8, 4)).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if step % 2 == 0:
            with torch.no_grad():
                print(model.generate(torch.randn(1, 4), 2).shape, model.count(), model.size)
    torch.save(model.state_dict(), "/dev/null")


def trains_by_both():
    model = torch.compile(Net(), backend="eager")
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(4):
        x = torch.randn(8, 4)
        loss = model(x).square().mean() + model.encode(x).abs().mean()  # finding: `model.encode` runs eagerly, as
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def in_place():
    model = Net()
    model.compile(backend="eager")
    return model.generate(torch.randn(2, 4), 3)


def of_its_forward():
    model = torch.compile(Net(), backend="eager")
    return model.forward(torch.randn(2, 4))


def by_another(use):
    model = torch.compile(Net(), backend="eager")
    use(model)
    return model.generate(torch.randn(2, 4), 3)


def compiles_the_method():
    model = Net()
    model.encode = torch.compile(model.encode, backend="eager")
    model = torch.compile(model, backend="eager")
    return model.encode(torch.randn(2, 4))


print(only_generates().shape, in_place().shape, of_its_forward().shape, by_another(print).shape)
trains_and_shows_samples()
trains_by_both()
compiles_the_method()
