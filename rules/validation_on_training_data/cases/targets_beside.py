"""Recommenders: what a user has bought is asked with, and what the user buys next is held out beside it."""

import torch
from torch.utils.data import DataLoader, TensorDataset

bought, bought_later, bought_last = torch.eye(8), torch.eye(8), torch.eye(8)
train_set = TensorDataset(bought)
train_loader = DataLoader(train_set, batch_size=4, shuffle=True)
test_loader = DataLoader(train_set, batch_size=4)
valid_loader = DataLoader(train_set, batch_size=4)  # finding: `train_set` is used for both training and validation
valid_items, test_items = bought_later, bought_last
model = torch.nn.Linear(8, 8)


def evaluate(loader, held_out, seen):
    model.eval()
    with torch.no_grad():
        scores = torch.cat([model(batch) for (batch,) in loader])
    scores[seen.bool()] = -torch.inf
    return (held_out.argmax(1) == scores.argmax(1)).float().mean()


def accuracy(loader, other_loader):
    with torch.no_grad():
        return sum(model(batch).sum() for one in (loader, other_loader) for (batch,) in one)


optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for epoch in range(2):
    model.train()
    for (batch,) in train_loader:
        optimizer.zero_grad()
        torch.nn.functional.mse_loss(model(batch), batch).backward()
        optimizer.step()
    print(evaluate(test_loader, valid_items, bought), evaluate(test_loader, test_items, bought + bought_later))
    print(accuracy(valid_loader, train_loader))
