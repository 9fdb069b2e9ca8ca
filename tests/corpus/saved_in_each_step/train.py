"""Checkpoints and cleaning up in each step, by functions and methods that the loop calls; and now and then."""

import argparse

import torch
from saving import Saver, save_best, save_state, tidy
from torch import nn
from torch.utils.data import DataLoader


class Trainer:
    def __init__(self, model, loader, args):
        self.model = model
        self.loader = loader
        self.optimizer = torch.optim.Adam(model.parameters(), lr=args.lr)
        self.saver = Saver(args.out, args.every)
        self.args = args

    def step(self, x, y):
        self.optimizer.zero_grad()
        loss = nn.functional.cross_entropy(self.model(x), y)
        loss.backward()
        self.optimizer.step()
        return loss

    def save(self, name):
        torch.save(self.model.state_dict(), name)

    def checkpoint(self):
        self.saver.save_always(self.model)

    def fit_and_save(self):
        for _ in range(self.args.epochs):
            for x, y in self.loader:
                self.step(x, y)
                self.checkpoint()  # finding: writes to disk after every batch

    def fit_and_save_after_epochs_too(self):
        for epoch in range(self.args.epochs):
            for x, y in self.loader:
                self.step(x, y)
                self.save("last.pt")  # finding: writes to disk
            self.save(f"{epoch}.pt")

    def fit_on_several_ranks(self):
        for _ in range(self.args.epochs):
            for x, y in self.loader:
                self.step(x, y)
                save_state(self.model, self.optimizer, "last.pt")  # finding: `save_state(self.model, ...)` writes

    def fit_tidily(self):
        for _ in range(self.args.epochs):
            for x, y in self.loader:
                self.step(x, y)
                tidy()  # finding: frees memory that the next step allocates again
            tidy()

    def fit_well(self):
        best = 0.0
        for _ in range(self.args.epochs):
            for step, (x, y) in enumerate(self.loader):
                loss = self.step(x, y)
                self.saver.save(self.model, step)
                best = save_best(self.model, loss.item(), best, "best.pt")
                self.saver.save_if_better(self.model, loss.item())
                self.saver.count(self.model)
            self.checkpoint()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--lr", type=float, default=1e-3)
    parser.add_argument("--epochs", type=int, default=3)
    parser.add_argument("--every", type=int, default=100)
    parser.add_argument("--out", default=".")
    args = parser.parse_args()
    rows = torch.utils.data.TensorDataset(torch.randn(8, 4), torch.zeros(8).long())
    loader = DataLoader(rows, batch_size=2, shuffle=True)
    trainer = Trainer(nn.Linear(4, 2), loader, args)
    trainer.fit_and_save()
    trainer.fit_and_save_after_epochs_too()
    trainer.fit_on_several_ranks()
    trainer.fit_tidily()
    trainer.fit_well()


if __name__ == "__main__":
    main()
