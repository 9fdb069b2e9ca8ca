"""Turns gradients off by a statement, by a decorator, and for one of two calls."""

import torch
from torch import nn
from torch.utils.data import DataLoader

from middle import Report, embedding, ranking, report


@torch.no_grad()
def summary(model, loader):
    return Report(model).make(loader), embedding(model.eval(), loader)


def main():
    model = nn.Sequential(nn.Linear(4, 8), nn.BatchNorm1d(8), nn.Linear(8, 2))
    loader = DataLoader(torch.randn(16, 4), batch_size=4)
    print(summary(model, loader))
    with torch.no_grad():
        print(ranking(model, loader))
    print(ranking(model, loader))
    torch.set_grad_enabled(False)
    print(report(model, loader))


if __name__ == "__main__":
    main()
