"""Trains a model that several GPUs share, and counts on its wrapper."""

import torch


@torch.no_grad()
def error(model, loader):
    model.eval()
    errors = [(model(rows) - rows).pow(2).mean().item() for (rows,) in loader]
    model.train()
    return sum(errors) / len(errors)


def fit(rank, model, optimizer, train_loader, val_loader, folder):
    width = model.module.width  # finding: where the model is not wrapped
    for epoch in range(3):
        for (rows,) in train_loader:
            optimizer.zero_grad()
            loss = (model(rows) - rows).pow(2).mean() * width
            loss.backward()
            optimizer.step()
        print(epoch, error(model, val_loader))
    if rank == 0:
        torch.save(model.module.state_dict(), folder + "/last.pth")
