"""The rank over all machines, and the local one, as an index of a GPU."""

import torch
from torch import nn
from dutil import setup


class Trainer:
    def __init__(self, rank):
        self.device = torch.device("cuda", rank)
        torch.cuda.set_device(rank)
        self.model = nn.Linear(2, 2).to(self.device)


def main():
    rank, world = setup()
    torch.cuda.set_device(rank)  # finding: counts over all machines
    Trainer(rank)


main()
