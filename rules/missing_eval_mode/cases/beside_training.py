"""Passes over data beside the training of a model, with gradients enabled as well: both were forgotten."""

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
        model.train()
        for x, y in train_loader:
            optimizer.zero_grad()
            criterion(model(x), y).backward()
            optimizer.step()
        right = 0
        for x, y in test_loader:
            _, predicted = torch.max(model(x), 1)  # finding: is evaluated in train mode
            right += (predicted == y).sum()
        print(right)


def by_slices(size=8):
    model = network()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(2):
        for at in range(0, 48, size):
            optimizer.zero_grad()
            F.cross_entropy(model(rows[at : at + size]), labels[at : at + size]).backward()
            optimizer.step()
        for at in range(48, 64, size):
            x = rows[at : at + size]
            scores = model(x)  # finding: `model` is evaluated in train mode
            print(F.cross_entropy(scores, labels[at : at + size]).item())


def in_some_steps():
    """Rows that were set aside are given to the model now and then; the other forward is for the batch at hand."""
    model = network()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    held_out, kinds = rows[48:], labels[48:]
    for step, (x, y) in enumerate(train_loader):
        optimizer.zero_grad()
        F.cross_entropy(model(x), y).backward()
        optimizer.step()
        print((model(x).argmax(1) == y).float().mean().item())
        if step % 2 == 0:
            print((model(held_out).argmax(1) == kinds).sum().item())  # finding: `model` is evaluated in train mode


def whole_sets_after_the_steps(size=8):
    """After the steps of an epoch, rows that no step has made are only read, or are a term of the next loss."""
    model, spread = network(), torch.zeros(())
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    held_out, kinds = rows[48:], labels[48:]
    epoch = 0
    while epoch < 2:
        for at in range(0, 48, size):
            x = rows[at : at + size]
            optimizer.zero_grad()
            (F.cross_entropy(model(x), labels[at : at + size]) + spread).backward()
            optimizer.step()
        print((model(x).argmax(1) == labels[:size]).sum().item())
        spread = model(held_out).std()
        with torch.no_grad():
            print((model(held_out).argmax(1) == kinds).sum().item())  # finding: `model` is evaluated in train mode
        epoch += 1


def a_batch_of_others_now_and_then():
    """Each second step scores a batch of the test data, under the names of the batch at hand; others are for training."""
    model = network()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    more = iter(train_loader)
    for step, batch in enumerate(train_loader):
        x, y = batch
        optimizer.zero_grad()
        F.cross_entropy(model(x), y).backward()
        optimizer.step()
        if step % 2 == 0:
            batch = next(iter(test_loader))
            x, y = batch
            print((model(x).argmax(1) == y).sum().item())  # finding: `model` is evaluated in train mode
        if step % 3 == 0:
            x, y = next(iter(train_loader))
            print((model(x).argmax(1) == y).sum().item())
        x, _ = next(more)
        sure = model(x).argmax(1)
        F.cross_entropy(model(x.flip(0)), sure).backward()
        if step % 2 == 1:
            x, _ = next(more)
            kinds = model(x).argmax(1)
            F.cross_entropy(model(x.flip(0)), kinds).backward()
            optimizer.step()


def samples_as_it_learns():
    """What a generator makes of the same noise, to be looked at."""
    generator, critic = network(), nn.Linear(3, 1)
    first, second = (torch.optim.Adam(one.parameters()) for one in (generator, critic))
    same = torch.randn(4, 8)
    for x, _ in train_loader:
        second.zero_grad()
        (critic(generator(x).detach()).mean() - critic(x[:, :3]).mean()).backward()
        second.step()
        first.zero_grad()
        (-critic(generator(torch.randn(4, 8))).mean()).backward()
        first.step()
        print(generator(same).detach().clamp(0, 1).mean().item())


def with_a_measure(measure):
    """Who knows what the measure does with the outputs; most likely it compares them."""
    model = network()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(2):
        for x, y in train_loader:
            optimizer.zero_grad()
            F.cross_entropy(model(x), y).backward()
            optimizer.step()
        total = 0.0
        for x, y in test_loader:
            total += measure(model(x), y).item()  # suspected: `model` is evaluated in train mode
        print(total)


def plain():
    """Linear layers compute the same in both modes."""
    model = nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, 3))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for x, y in train_loader:
        optimizer.zero_grad()
        F.cross_entropy(model(x), y).backward()
        optimizer.step()
    for x, y in test_loader:
        print((model(x).argmax(1) == y).float().mean().item())


def run(model, loader, optimizer=None):
    """Trains only with an optimizer, and is called without one as well."""
    for x, y in loader:
        loss = F.cross_entropy(model(x), y)
        if optimizer is not None:
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        print(loss.item())


def run_in_its_mode(model, loader, optimizer=None):
    model.train(optimizer is not None)
    for x, y in loader:
        loss = F.cross_entropy(model(x), y)
        if optimizer is not None:
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        print(loss.item())


def statistics_anew(model):
    """BatchNorm's running statistics are worked out: in train mode, and nobody looks at what comes out."""
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(2):
        for x, y in train_loader:
            optimizer.zero_grad()
            F.cross_entropy(model(x), y).backward()
            optimizer.step()
        for x, _ in train_loader:
            _ = model(x)


def views_of_a_batch():
    """What a teacher says of each view of the batch at hand is a part of the step; it stays in train mode for that."""
    student, teacher = network(), network()
    optimizer = torch.optim.SGD([*student.parameters(), *teacher.parameters()], lr=0.1)
    for x, y in train_loader:
        targets = []
        for view in (x, x.flip(0)):
            targets.append(teacher(view).detach())
        loss = F.mse_loss(student(x), sum(targets) / 2) + F.cross_entropy(teacher(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def spread_of_dropout(model, passes=10):
    """Monte Carlo dropout, after a training: train mode is asked for once more, for this alone."""
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for x, y in train_loader:
        optimizer.zero_grad()
        F.cross_entropy(model(x), y).backward()
        optimizer.step()
    model.train()
    for x, _ in test_loader:
        print(torch.stack([model(x).detach() for _ in range(passes)]).var(0).mean().item())


if __name__ == "__main__":
    torch.manual_seed(0)
    in_each_epoch()
    by_slices()
    in_some_steps()
    samples_as_it_learns()
    with_a_measure(vars(F)["_".join(("cross", "entropy"))])
    plain()
    net, other = network(), network()
    sgd = torch.optim.SGD(net.parameters(), lr=0.1)
    for epoch in range(2):
        run(net, train_loader, sgd)
        run(net, test_loader)  # finding: evaluates `model` in train mode, so Dropout and BatchNorm act as in training
        run_in_its_mode(other, train_loader, sgd)
        run_in_its_mode(other, test_loader)
    statistics_anew(other)
    views_of_a_batch()
    spread_of_dropout(network())
