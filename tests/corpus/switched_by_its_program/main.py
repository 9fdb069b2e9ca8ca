"""Runs one function of the engine after the other, as the command line names them."""

import argparse

import engine
import torch
from network import Sorter
from torch.utils.data import DataLoader, TensorDataset


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--steps", nargs="*", default=["train", "validate"])
    options = parser.parse_args()
    loader = DataLoader(TensorDataset(torch.rand(64, 8), torch.arange(64) % 3), batch_size=16, shuffle=True)
    model = Sorter()
    given = {"train": (model, torch.optim.AdamW(model.parameters()), loader), "validate": (model, loader)}
    for name in options.steps:
        if name == "validate":
            model.eval()
        print(getattr(engine, name)(*given[name]))


main()
