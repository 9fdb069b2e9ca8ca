"""A model that first trains a part of its own: its forward gives that part's loss, of which the part reads a number."""

import torch
from torch import nn


class Codes(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder, self.decoder = nn.Linear(4, 2), nn.Linear(2, 4)
        self.steps, self.is_ready = 0, False

    def rebuild(self, rows):
        error = (self.decoder(self.encoder(rows)) - rows).abs().mean()
        return error, error.clone().detach()


class Head(nn.Module):
    def __init__(self):
        super().__init__()
        self.codes = Codes()
        self.out = nn.Linear(2, 1)

    def learn_codes(self, rows, most):
        error, shown = self.codes.rebuild(rows)
        print(shown.item())
        self.codes.steps += 1
        if self.codes.steps >= most:
            self.codes.is_ready = True
            self.codes.eval()
        return error

    def forward(self, rows):
        return self.out(self.codes.encoder(rows))


class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.head = Head()

    def forward(self, rows):
        if not self.head.codes.is_ready:
            return self.head.learn_codes(rows, 2)
        return self.head(rows).mean()


if __name__ == "__main__":
    policy = Policy()
    policy(torch.rand(3, 4)).backward()
