"""Passes over data beside the training of a model that neither eval() nor no_grad prepares: nothing comes of the graph."""

import torch
from torch import nn
from torch.nn import functional as F
from torch.utils.data import DataLoader, TensorDataset

rows, labels = torch.arange(512.0).view(64, 8) / 512, torch.arange(64) % 3
train_loader = DataLoader(TensorDataset(rows[:48], labels[:48]), batch_size=8, shuffle=True)
test_loader = DataLoader(TensorDataset(rows[48:], labels[48:]), batch_size=8)


def network():
    return nn.Sequential(nn.Linear(8, 16), nn.BatchNorm1d(16), nn.ReLU(), nn.Dropout(), nn.Linear(16, 3))


def in_each_epoch(epochs=2):
    model, criterion = network(), nn.CrossEntropyLoss()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(epochs):
        for x, y in train_loader:
            optimizer.zero_grad()
            criterion(model(x), y).backward()
            optimizer.step()
        right = 0
        for x, y in test_loader:
            _, predicted = torch.max(model(x), 1)  # finding: is evaluated with gradients enabled
            right += (predicted == y).sum()
        print(right)
    for x, y in test_loader:
        print(criterion(model(x), y).item())  # finding: is evaluated with gradients enabled


def by_slices(size=8):
    model = network()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(2):
        for at in range(0, 48, size):
            optimizer.zero_grad()
            F.cross_entropy(model(rows[at : at + size]), labels[at : at + size]).backward()
            optimizer.step()
        losses = []
        for at in range(48, 64, size):
            x = rows[at : at + size]
            scores = model(x)  # finding: is evaluated with gradients enabled, which records a graph that nothing uses
            losses.append(F.cross_entropy(scores, labels[at : at + size]).item())
        print(sum(losses))


def in_some_steps(model):
    """Rows that were set aside are given to the model now and then; the other forward is for the batch at hand."""
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    held_out, kinds = rows[48:], labels[48:]
    for step, (x, y) in enumerate(train_loader):
        optimizer.zero_grad()
        F.cross_entropy(model(x), y).backward()
        optimizer.step()
        print((model(x).argmax(1) == y).float().mean().item())
        if step % 2 == 0:
            print((model(held_out).argmax(1) == kinds).sum().item())  # finding: is evaluated with gradients enabled


def with_a_measure(model: nn.Module, train_batches, test_batches, measure, optimizer):
    """Who knows what the measure does with the outputs; most likely it compares them."""
    for _ in range(2):
        for x, y in train_batches:
            optimizer.zero_grad()
            F.cross_entropy(model(x), y).backward()
            optimizer.step()
        total = 0.0
        for x, y in test_batches:
            total += measure(model(x), y).item()  # suspected: is evaluated with gradients enabled
        print(total)


def with_an_updater(model: nn.Module, batches, criterion, updater, scale, optimizer):
    """What takes a loss and gives nothing back, or gets the optimizer as well, trains."""
    model.train()
    for x, y in batches:
        loss = criterion(model(x), y)
        print(loss.item())
        updater.update(loss)
    for x, y in batches:
        loss = criterion(model(x), y)
        norm = scale(loss, optimizer, parameters=model.parameters())
        print(loss.item(), norm)
        optimizer.zero_grad()


def added_up(model, loader, criterion):
    total = 0
    for x, y in loader:
        total += criterion(model(x), y)  # finding: is evaluated with gradients enabled
    return total / len(loader)


def run(model, loader, optimizer=None):
    """Trains only with an optimizer, and is called without one as well."""
    total = 0.0
    for x, y in loader:
        loss = F.cross_entropy(model(x), y)
        if optimizer is not None:
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        total += loss.item()
    return total


def run_in_a_mode(model, loader, optimizer, is_train):
    for x, y in loader:
        with torch.set_grad_enabled(is_train):
            loss = F.cross_entropy(model(x), y)
        if is_train:
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        print(loss.item())


def all_batches_at_once(model):
    """The losses of a pass are differentiated when it is over."""
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(2):
        total = 0
        for x, y in train_loader:
            scores = model(x)
            print((scores.argmax(1) == y).float().mean().item())
            total = total + F.cross_entropy(scores, y)
        optimizer.zero_grad()
        total.backward()
        optimizer.step()


def views_of_a_batch():
    """What a teacher says of each view of the batch at hand is a part of the step."""
    student, teacher = network(), network()
    optimizer = torch.optim.SGD(student.parameters(), lr=0.1)
    for x, _ in train_loader:
        targets = []
        for view in (x, x.flip(0)):
            targets.append(teacher(view).detach())
        loss = F.mse_loss(student(x), sum(targets) / 2)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def adapted(model, tasks, rate=0.1):
    """An inner loop differentiates by itself, and the outer one through it."""
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(2):
        losses = []
        for (x, y), (query, wanted) in tasks:
            weights = dict(model.named_parameters())
            loss = F.cross_entropy(torch.func.functional_call(model, weights, (x,)), y)
            found = torch.autograd.grad(loss, list(weights.values()), create_graph=True)
            weights = {name: w - rate * g for (name, w), g in zip(weights.items(), found)}
            losses.append(F.cross_entropy(torch.func.functional_call(model, weights, (query,)), wanted))
        optimizer.zero_grad()
        sum(losses).backward()
        optimizer.step()


def statistics_anew(model):
    """Nobody looks at what comes out: BatchNorm's running statistics are worked out."""
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(2):
        for x, y in train_loader:
            optimizer.zero_grad()
            F.cross_entropy(model(x), y).backward()
            optimizer.step()
        for x, _ in train_loader:
            model(x)  # finding: `model` records a graph that nothing uses


if __name__ == "__main__":
    torch.manual_seed(0)
    in_each_epoch()
    by_slices()
    net = network()
    print(added_up(net, test_loader, nn.CrossEntropyLoss()))
    sgd = torch.optim.SGD(net.parameters(), lr=0.1)
    for epoch in range(2):
        run(net, train_loader, sgd)
        print(run(net, test_loader))  # finding: `run` evaluates `model` with gradients enabled
        run_in_a_mode(net, train_loader, sgd, is_train=True)
        run_in_a_mode(net, test_loader, sgd, is_train=False)
    all_batches_at_once(net)
    views_of_a_batch()
    adapted(net, [((rows[:8], labels[:8]), (rows[8:16], labels[8:16]))])
    statistics_anew(net)
    in_some_steps(net)
