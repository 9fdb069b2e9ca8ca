"""NaN by another name."""

import torch

MISSING = float("nan")
ZERO = float("0")


class Table:
    missing = torch.nan

    def gaps(self, rows):
        return rows == self.missing  # finding: NaN


def gaps(rows):
    return rows == MISSING, torch.isnan(rows), rows == ZERO  # finding: NaN


class Filled(Table):
    def gaps_of_each(self, rows):
        return rows == self.filling

    filling = torch.nan


class FilledWithZero(Filled):
    filling = 0.0
