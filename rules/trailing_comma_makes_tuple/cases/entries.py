"""Entries of a dict of settings."""

import torch
from torch.utils.data import DataLoader, TensorDataset


def loader(rows: torch.Tensor):
    settings = {"batch_size": 4}
    settings["shuffle"] = False,  # finding: the trailing comma makes `settings["shuffle"]` a tuple
    settings["drop_last"] = False
    return DataLoader(TensorDataset(rows), **settings)


def sizes(table: dict, rows: list):
    table["shape"] = None,
    rows[0] = True,
    (first,) = table["shape"]
    return first
