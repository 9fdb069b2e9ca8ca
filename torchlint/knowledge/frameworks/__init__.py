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
    "addict": ("settings",),
    "apex": ("apex",),
    "argparse": ("standard_library",),
    "attr": ("settings",),
    "attrdict": ("settings",),
    "attrs": ("settings",),
    "bitsandbytes": ("bitsandbytes",),
    "box": ("settings",),
    "catalyst": ("catalyst",),
    "collections": ("standard_library",),
    "copy": ("copy",),
    "csv": ("standard_library",),
    "cv2": ("images",),
    "dataclasses": ("settings",),
    "datetime": ("standard_library",),
    "deepspeed": ("deepspeed",),
    "dgl": ("dgl",),
    "diffusers": ("diffusers",),
    "easydict": ("settings",),
    "fastai": ("fastai",),
    "functools": ("functools",),
    "fvcore": ("settings",),
    "glob": ("standard_library",),
    "hydra": ("configured",),
    "ignite": ("ignite",),
    "imageio": ("images",),
    "importlib": ("configured",),
    "itertools": ("standard_library",),
    "json": ("standard_library",),
    "lightning": ("lightning_fabric", "lightning"),
    "lightning_fabric": ("lightning_fabric",),
    "lion_pytorch": ("lion_pytorch",),
    "logging": ("standard_library",),
    "math": ("standard_library",),
    "matplotlib": ("plain_data",),
    "ml_collections": ("settings",),
    "monai": ("monai",),
    "mpi4py": ("mpi4py",),
    "munch": ("settings",),
    "numpy": ("numpy",),
    "ogb": ("ogb",),
    "omegaconf": ("settings",),
    "os": ("standard_library",),
    "pandas": ("plain_data",),
    "pathlib": ("standard_library",),
    "peft": ("peft",),
    "pickle": ("standard_library",),
    "PIL": ("images",),
    "prodigyopt": ("prodigyopt",),
    "pytorch_fid": ("pytorch_fid",),
    "pytorch_lightning": ("lightning",),
    "random": ("standard_library",),
    "re": ("standard_library",),
    "scipy": ("scipy",),
    "shutil": ("standard_library",),
    "skimage": ("images",),
    "sklearn": ("plain_data",),
    "skorch": ("skorch",),
    "string": ("standard_library",),
    "sys": ("standard_library",),
    "tensorboardX": ("tensorboardx",),
    "time": ("standard_library",),
    "timm": ("timm",),
    "torch": ("torch",),
    "torch_geometric": ("torch_geometric",),
    "torchmetrics": ("torchmetrics",),
    "torchvision": ("torchvision",),
    "torch2trt": ("torch2trt",),
    "tqdm": ("tqdm",),
    "transformers": ("transformers",),
    "types": ("settings",),
    "wandb": ("wandb",),
    "yacs": ("settings",),
}


@cache
def library_models(package: str) -> tuple[LibraryModel, ...]:
    """The models that may know names which begin with a package's."""
    files = FILES.get(package, ())
    return tuple(import_module(f"{__name__}.{file}").MODEL for file in files)
