"""The states of the random numbers of Python, NumPy and torch on the CPU, put back after something of ours has run."""

from __future__ import annotations

import pickle
import random
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from . import torch_state


class Kept:
    """What the states were, and whether anything has drawn a number since."""

    def __init__(self) -> None:
        self._before = _states()
        self.have_moved = False

    def put_back(self) -> None:
        """Let the next numbers be those that would have come."""
        self.have_moved = _states() != self._before
        if not self.have_moved:
            return
        random.setstate(pickle.loads(self._before[0]))
        numpy = sys.modules.get("numpy.random")
        if numpy is not None and self._before[1]:
            numpy.set_state(pickle.loads(self._before[1]))
        torch = torch_state.torch
        torch.set_rng_state(torch.tensor(list(self._before[2]), dtype=torch.uint8, device="cpu"))


def _states() -> tuple[bytes, bytes, bytes]:
    numpy = sys.modules.get("numpy.random")
    of_numpy = pickle.dumps(numpy.get_state(legacy=False)) if numpy is not None else b""
    of_torch = bytes(torch_state.torch.get_rng_state().tolist())
    return pickle.dumps(random.getstate()), of_numpy, of_torch


@contextmanager
def kept() -> Iterator[Kept]:
    """Whatever runs inside draws numbers that the program will draw again."""
    states = Kept()
    try:
        yield states
    finally:
        states.put_back()
