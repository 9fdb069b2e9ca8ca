"""A trainer goes on without its process group; another one raises."""

import argparse
import torch
from util.dist import setup
from torch.nn.parallel import DistributedDataParallel as DDP


class Trainer:
    def __init__(self, args):
        self.args = args
        try:
            self.rank, self.world_size = setup(args)  # finding: may fail
        except Exception as error:
            print("no process group", error)
            self.rank, self.world_size = 0, 1
        self.model = torch.nn.Linear(4, 1)

    def fit(self):
        pass


class Innocent:
    def __init__(self, args):
        self.args = args
        try:
            self.rank, self.world_size = setup(args)
        except Exception as error:
            print("no process group", error)
            raise
        self.model = torch.nn.Linear(4, 1)


def main():
    parser = argparse.ArgumentParser()
    args = parser.parse_args()
    Trainer(args).fit()


if __name__ == "__main__":
    try:
        main()
    except Exception as error:
        print(error)
