"""One function makes all loaders, and is told which part of the data is wanted."""

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


def provide(args, flag):
    if flag == "test":
        drop_last = True  # finding: leaves the last samples out of the evaluation
        batch_size = args.batch_size
    elif flag == "pred":
        drop_last = False
        batch_size = 1
    else:
        drop_last = True  # suspected: leaves the last samples out of the evaluation on "val" too
        batch_size = args.batch_size
    rows = TensorDataset(torch.zeros(100, 2))
    return DataLoader(rows, batch_size=batch_size, shuffle=flag != "test", drop_last=drop_last)


def provide_singly(args, flag):
    if flag == "test":
        drop_last = True
        batch_size = 1  # nothing is left over
    else:
        drop_last = args.drop_last
        batch_size = args.batch_size
    return DataLoader(TensorDataset(torch.zeros(100, 2)), batch_size=batch_size, drop_last=drop_last)


def provide_for_training(args, phase):
    if phase == "train":
        drop_last = True
    else:
        drop_last = False
    return DataLoader(TensorDataset(torch.zeros(100, 2)), batch_size=args.batch_size, drop_last=drop_last)


def provide_of_a_kind(args, kind):
    if kind == "images":
        drop_last = True
    else:
        drop_last = True  # as many images as texts, and no caller names a part of the data
    return DataLoader(TensorDataset(torch.zeros(100, 2)), batch_size=args.batch_size, drop_last=drop_last)


def main(args):
    model = nn.Linear(2, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for (rows,) in provide(args, flag="train"):
        optimizer.zero_grad()
        model(rows).mean().backward()
        optimizer.step()
    with torch.no_grad():
        for (rows,) in provide(args, flag="val"):
            print(model(rows).mean())
        for (rows,) in provide(args, flag="test"):
            print(model(rows).mean())
