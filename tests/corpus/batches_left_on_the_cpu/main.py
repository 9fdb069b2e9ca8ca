"""Makes the model and the loaders, for the trainer of another file."""

import argparse

import torch
from engine import Trainer, evaluate, evaluate_well
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


def make_loader(args, train=True):
    rows = TensorDataset(torch.randn(64, 8), torch.zeros(64).long())
    return DataLoader(rows, batch_size=args.batch_size, shuffle=train)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(8, 2)

    def forward(self, x):
        return self.layer(x)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--lr", type=float, default=1e-3)
    parser.add_argument("--batch-size", type=int, default=4)
    args = parser.parse_args()
    trainer = Trainer(Net(), make_loader(args), args)
    trainer.fit_with_labels_left()
    trainer.fit()
    trainer.evaluate_left(make_loader(args, False))
    trainer.evaluate(make_loader(args, False))
    net = Net().to("cuda")
    evaluate(net, make_loader(args, False), "cuda")
    evaluate_well(net, make_loader(args, False), "cuda")


if __name__ == "__main__":
    main()
