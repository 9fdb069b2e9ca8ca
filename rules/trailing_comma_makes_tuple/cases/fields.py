"""Fields of dataclasses, and numbers and texts whose annotation says that they are no tuple."""

import dataclasses
from dataclasses import dataclass, field
from typing import Any, Optional

import attr
import torch


@dataclass
class Settings:
    strategy: str = field(default="steps"),  # finding: makes `strategy` a tuple, not `str`; delete the comma
    layers: list = dataclasses.field(default_factory=list),  # finding: makes `layers` a tuple
    steps: int = 100,  # finding: makes `steps` a tuple, not `int`
    rate: Optional[float] = 1e-4,  # finding: not `Optional[float]`
    folder: str | None = "runs",  # finding: not `str | None`
    sizes: tuple = (3,)
    kernel: tuple[int, ...] = 3,
    anything: Any = 3,
    axis: int = (3)
    seed: int = field(
        default=1,
    )


@attr.s
class Others:
    width: int = attr.ib(default=3),  # finding: not `int`
    depth = attr.ib(default=3)


def sized(options: Settings) -> list[int]:
    for size in options.kernel:
        print(size)
    return [options.steps, options.layers, options.anything]


print(sized(Settings()), Others(), torch.ones(2))
