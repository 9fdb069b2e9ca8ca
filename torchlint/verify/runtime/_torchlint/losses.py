"""The numbers that the program differentiates, to the last bit, so that two runs of it can be compared."""

from __future__ import annotations

import os
from typing import Any

from . import evidence, plan, torch_state
from .sampling import look_after

MOST_VALUES = 1000  # that are written one by one; those after them go into the digest only


class Losses:
    """All of them on the CPU. Reading one from a GPU waits for it: there it is the backwards 1, 2, 3, 4, 8, 16, ..."""

    def __init__(self) -> None:
        self.backwards = 0
        self.values: list[tuple[int, str]] = []
        self.read = 0
        self.digest: Any = None
        self._not_digested: list[tuple[int, float]] = []
        self._next_look = 1
        self._next_record = 1

    def saw(self, outputs: Any) -> None:
        """A backward begins at these outputs."""
        self.backwards += 1
        is_sampled = self.backwards >= self._next_look
        if is_sampled:
            self._next_look = look_after(self.backwards)
        plain = torch_state.torch.Tensor  # reading a subclass may be waiting for other machines
        is_one = type(outputs) is plain or not isinstance(outputs, (tuple, list))
        for tensor in (outputs,) if is_one else outputs:
            if type(tensor) is plain and tensor.numel() == 1 and (tensor.is_cpu or (is_sampled and tensor.is_cuda)):
                number = tensor.item()
                if not isinstance(number, complex):
                    self._not_digested.append((self.backwards, float(number)))
        if len(self._not_digested) >= MOST_VALUES:
            self._digest()
        if self.backwards >= self._next_record:
            self._next_record = self.backwards * 2
            self.write()

    def _digest(self) -> None:
        """Work the numbers since the last time into the digest: all at once, which takes less."""
        if self.digest is None:
            import hashlib  # not before there is something to digest

            self.digest = hashlib.blake2b(digest_size=8)
        values = [(backward, number.hex()) for backward, number in self._not_digested]
        self._not_digested.clear()
        self.read += len(values)
        self.digest.update("".join(f"{backward} {value}\n" for backward, value in values).encode())
        self.values += values[: MOST_VALUES - len(self.values)]

    def write(self) -> None:
        """Write what is known so far; of a process's records the last holds."""
        if self.backwards:
            self._digest()
            counts = {"backwards": self.backwards, "read": self.read, "digest": self.digest.hexdigest()}
            evidence.write("losses", rank=os.environ.get("RANK", "0"), **counts, values=self.values)


_losses = Losses()


def saw(outputs: Any) -> None:
    """A backward begins at these outputs; it is looked at if the plan asks for it."""
    if not plan.losses:
        return
    try:
        _losses.saw(outputs)
    except Exception:
        return  # a loss that can't be read is missing in the count


def write() -> None:
    """Write what is known at the end."""
    _losses.write()


def start_anew() -> None:
    """Forget what the process that this one was forked from has seen."""
    global _losses
    _losses = Losses()
