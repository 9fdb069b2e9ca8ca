"""Makes the model, and leaves the rest to another file."""

from fit import fit
from model import Digits


def run(batches):
    fit(Digits(width=32), batches)
