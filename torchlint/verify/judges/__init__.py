"""The judges, one module per probe: a function `judge` that turns the probe's facts into a verdict."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from pkgutil import iter_modules

from torchlint.evidence import Observation
from torchlint.verdict import Verdict

Judge = Callable[[Sequence[Observation]], Verdict]

NAMES = frozenset(module.name for module in iter_modules(__path__))  # also where torchlint runs from a zip


def judge_of(probe: str) -> Judge | None:
    """The judge of a probe, imported when it is first asked for; None where torchlint has none of that name.

    A name can come from a pack or from a cache, so only a file of this folder is ever imported.
    """
    if probe not in NAMES:
        return None
    judge: Judge = import_module(f"{__name__}.{probe}").judge
    return judge
