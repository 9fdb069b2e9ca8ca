"""Orders that are drawn, that matter, or in which nobody trains."""

import torch
from torch.utils.data import DataLoader, Dataset, IterableDataset, Subset, TensorDataset, random_split
from torch.utils.data import SubsetRandomSampler, WeightedRandomSampler


class Rows(Dataset):
    def __len__(self):
        return 8

    def __getitem__(self, index):
        return torch.full((4,), float(index))


class Stream(IterableDataset):
    def __iter__(self):
        return iter(torch.rand(8, 4))


def train(model, loader, optimizer, epochs=3):
    for _ in range(epochs):
        for batch in loader:
            model(batch).mean().backward()
            optimizer.step()


def evaluate(model, loader):
    with torch.no_grad():
        return sum(model(batch).sum() for batch in loader)


def main(model, optimizer, get_dataset, args):
    rows = Rows()
    train(model, DataLoader(rows, batch_size=4, shuffle=True), optimizer)
    train(model, DataLoader(rows, batch_size=4, shuffle=args.shuffle), optimizer)
    train(model, DataLoader(rows, batch_size=4, sampler=WeightedRandomSampler([1.0] * 8, 8)), optimizer)
    train(model, DataLoader(rows, batch_size=4, sampler=SubsetRandomSampler(range(8))), optimizer)
    train(model, DataLoader(rows, batch_sampler=args.batches), optimizer)
    train(model, DataLoader(rows, **vars(args)), optimizer)
    train(model, DataLoader(Stream(), batch_size=4), optimizer)
    train(model, DataLoader(get_dataset(), batch_size=4), optimizer)
    train(model, DataLoader(Subset(rows, args.indices), batch_size=4), optimizer)
    train(model, DataLoader(random_split(rows, [6, 2])[0], batch_size=4), optimizer)
    evaluate(model, DataLoader(rows, batch_size=4, shuffle=False))


class Noise(Dataset):
    def __init__(self, count):
        self.rows = torch.randn(count, 4)

    def __len__(self):
        return len(self.rows)

    def __getitem__(self, index):
        return self.rows[index]


def demonstrate(model, optimizer):
    for _ in range(3):
        train(model, DataLoader(Noise(8)), optimizer)
    loader = DataLoader(TensorDataset(torch.randn(8, 4)), batch_size=2)
    for _ in range(3):
        train(model, loader, optimizer)


def once(model, optimizer):
    for batch in DataLoader(Rows(), batch_size=2):
        model(batch).mean().backward()
        optimizer.step()


def reinforce(model, optimizer, play):
    for _ in range(100):
        states = play(model)
        train(model, DataLoader(TensorDataset(states), batch_size=4), optimizer)


def run(model, loader, optimizer):
    """Trains, or evaluates where there is no optimizer."""
    is_training = optimizer is not None
    for batch in loader:
        loss = model(batch).mean()
        if is_training:
            loss.backward()
            optimizer.step()


def both(model, optimizer):
    train_loader = DataLoader(Rows(), batch_size=2, shuffle=True)
    test_loader = DataLoader(Rows(), batch_size=2)
    for _ in range(3):
        run(model, train_loader, optimizer)
        run(model, test_loader, None)
