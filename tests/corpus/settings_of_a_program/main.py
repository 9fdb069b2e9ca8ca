"""Puts classes among the options of a command line, and hands them on."""

import argparse

import torch
from torch import nn

from networks import Deep, Wide
from runs import Kept, Run, Shown


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--network", default="deep")
    parser.add_argument("--rate", type=float, default=0.1)
    options = parser.parse_args()
    networks = {"deep": Deep, "wide": Wide}
    optimizers = {"sgd": torch.optim.SGD, "adam": torch.optim.Adam}
    options.network_class = networks[options.network]
    options.optimizer_class = optimizers["sgd"]
    options.loss = nn.CrossEntropyLoss()
    Run(options).start()
    Kept(**vars(options)).score(torch.randn(2, 4), torch.tensor([0, 1]))
    Shown(options, nn.NLLLoss()).score(torch.randn(2, 4), torch.tensor([0, 1]))


if __name__ == "__main__":
    main()
