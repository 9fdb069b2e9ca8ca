"""Settings with an annotation."""

import torch


class Options:
    shuffle: bool = False,  # finding: tuple
    path: str = None,  # finding: tuple
    sizes: tuple[int | None] = None,
    size: torch.Size = torch.Size((1,)),


print(Options.shuffle, Options.path, Options.sizes, Options.size)
