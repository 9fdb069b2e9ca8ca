"""Projects that train models with Dropout or BatchNorm, and in which no code puts any model in eval mode."""

from __future__ import annotations

from typing import TYPE_CHECKING

from torchlint.queries.memo import query

if TYPE_CHECKING:
    from torchlint.queries.file import File

# What switches a model, or hands it to code that does, such as the trainers of libraries.
_SWITCHING = (".eval(", ".eval,", ".eval)", ".train(False", ".train(mode", ".train(is_", ".training =", "set_mode")
_OF_OTHERS = (
    "from_pretrained",
    "lightning",
    "Trainer(",
    "ignite",
    "fastai",
    "mmcv",
    "mmengine",
    "deepspeed",
    "torchscript",
)
_LAYERS = ("Dropout(", "BatchNorm1d(", "BatchNorm2d(", "BatchNorm3d(", "F.dropout(")


@query
def never_evaluates(file: File) -> bool:
    """Whether the project builds such a model and trains it by itself, and nothing in it can switch its mode."""
    files = file.project_files
    if files is None or any(files.mentions(word) for word in (*_SWITCHING, *_OF_OTHERS)):
        return False
    return bool(files.files_mentioning(".backward(")) and any(files.files_mentioning(layer) for layer in _LAYERS)
