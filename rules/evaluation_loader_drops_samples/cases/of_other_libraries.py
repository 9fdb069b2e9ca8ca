"""Loaders of graphs and of volumes, which take PyTorch's settings by name."""

import monai
import torch
from torch_geometric.loader import DataLoader


def train(model, train_set, val_set, optimizer, loss_of):
    train_loader = DataLoader(train_set, 8, True, drop_last=True)
    val_loader = DataLoader(val_set, 8, drop_last=True)  # finding: leaves the last samples out of the evaluation
    for batch in train_loader:
        optimizer.zero_grad()
        loss_of(model(batch), batch.y).backward()
        optimizer.step()
    model.eval()
    with torch.no_grad():
        for batch in val_loader:
            print(loss_of(model(batch), batch.y))


def assess(model, val_set, test_set):
    val_loader = monai.data.DataLoader(val_set, batch_size=2, drop_last=True)  # finding: leaves the last samples out
    whole_val_loader = monai.data.DataLoader(val_set, batch_size=2)
    test_loader = monai.data.DataLoader(test_set, 4, batch_size=2, drop_last=True)  # with four workers, which is not seen
    model.eval()
    with torch.no_grad():
        for volume in val_loader:
            print(model(volume["image"]).mean())
        for loader in (whole_val_loader, test_loader):
            for volume in loader:
                print(model(volume["image"]).mean())
