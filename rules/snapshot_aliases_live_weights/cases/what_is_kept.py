import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 2)

    def forward(self, x):
        return self.fc(x)


def step(model, optimizer, x):
    optimizer.zero_grad()
    loss = model(x).square().mean()
    loss.backward()
    optimizer.step()
    return loss.item()


def inner_loop(tasks):
    """Reptile, which goes on from where it was, or rather does not."""
    model = Net()
    for batches in tasks:
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        before = model.state_dict()  # finding: `before` shares the parameters' memory
        for x in batches:
            step(model, optimizer, x)
        after = model.state_dict()
        model.load_state_dict({name: before[name] + 0.1 * (after[name] - before[name]) for name in before})


def range_test(model, optimizer, batches):
    saved = model.state_dict()  # finding: `saved` shares the parameters' memory
    losses = [step(model, optimizer, x) for x in batches]
    model.load_state_dict(saved)
    return losses


def trajectory(model, optimizer, batches):
    snapshots = []
    for x in batches:
        step(model, optimizer, x)
        snapshots.append(model.state_dict())  # finding: shares the parameters' memory
    return snapshots


def now_and_then(batches):
    model = Net()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    weights, every = [], []
    for number, x in enumerate(batches):
        optimizer.zero_grad()
        model(x).square().mean().backward()
        optimizer.step()
        if number % 10 == 0:
            weights.append(model.fc.weight.data)  # finding: `model.fc.weight.data` shares the parameters' memory
        every.append([p.detach() for p in model.parameters()])  # finding: shares the parameters' memory
    torch.save(weights, "weights.pt")
    return every


def update_sizes(model, optimizer, batches):
    sizes = []
    for x in batches:
        old = {n: p.data for n, p in model.named_parameters()}  # finding: `old` shares the parameters' memory
        loss = model(x).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        sizes.append(sum((p - old[n]).abs().sum().item() for n, p in model.named_parameters()))
    return sizes


def flattened(batches):
    model = Net()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    rows, columns, copies = [], [], []
    for x in batches:
        optimizer.zero_grad()
        model(x).square().mean().backward()
        optimizer.step()
        rows.append(model.fc.weight.data.flatten())  # finding: shares the parameters' memory
        columns.append(model.fc.weight.detach().swapaxes(0, 1).numpy())  # finding: shares the parameters' memory
        copies.append(model.fc.weight.detach().swapaxes(0, 1).reshape(-1))  # no view can have its numbers in this order
        copies.append(model.fc.weight.detach().numpy().flatten())  # NumPy's copies always
        copies.append(model.fc.weight.data.repeat(2, 1))
    return rows, columns, copies
