"""What libraries around PyTorch do: one file per library, with one `LibraryModel` each, called `MODEL`.

Each row was read in the library's own source, of the version that the model names. A file is imported when a name of
its package is first looked up.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module

from torchlint.knowledge.effects import LibraryModel

# The files that may know a name, by its first part; where several know it, the first counts.
FILES: dict[str, tuple[str, ...]] = {
    "accelerate": ("accelerate",),
    "apex": ("apex",),
    "catalyst": ("catalyst",),
    "copy": ("standard_library",),
    "deepspeed": ("deepspeed",),
    "dgl": ("dgl",),
    "fastai": ("fastai",),
    "ignite": ("ignite",),
    "lightning": ("lightning_fabric", "lightning"),
    "lightning_fabric": ("lightning_fabric",),
    "ogb": ("ogb",),
    "pytorch_lightning": ("lightning",),
    "skorch": ("skorch",),
    "timm": ("timm",),
    "torch": ("torch",),
    "torch_geometric": ("torch_geometric",),
    "torchmetrics": ("torchmetrics",),
    "torchvision": ("torchvision",),
    "transformers": ("transformers",),
}


@cache
def library_models(package: str) -> tuple[LibraryModel, ...]:
    """The models that may know names which begin with a package's."""
    files = FILES.get(package, ())
    return tuple(import_module(f"{__name__}.{file}").MODEL for file in files)
