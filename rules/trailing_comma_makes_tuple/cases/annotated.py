"""Settings with an annotation."""

from collections.abc import Iterable

import torch


class Options:
    shuffle: bool = False,  # finding: tuple
    path: str = None,  # finding: tuple
    sizes: tuple[int | None] = None,
    switches: Iterable[bool] = True,
    size: torch.Size = torch.Size((1,)),


print(Options.shuffle, Options.path, Options.sizes, Options.size)
