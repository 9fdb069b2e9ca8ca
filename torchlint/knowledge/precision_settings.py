"""By which argument libraries that scale losses in half precision are told the precision."""

from __future__ import annotations

from typing import NamedTuple


class Precision(NamedTuple):
    """How the objects of a class choose a precision, and what they do with gradients of scaled losses."""

    position: int  # of the argument
    name: str
    scaled: frozenset[str]  # the settings with which losses are scaled
    is_configured_elsewhere: bool  # a launcher or its configuration decides where nothing is given
    clips: str  # the method that unscales gradients and clips them; "" if it has the name of torch's function
    unscales: str  # the method that only unscales them
    on_cpu: tuple[str, bool | str]  # the argument with which it runs on the CPU, where nothing is scaled


_FABRIC = Precision(
    3, "precision", frozenset(("16", "16-mixed")), False, "clip_gradients", "clip_gradients", ("accelerator", "cpu")
)
_ACCELERATOR = Precision(2, "mixed_precision", frozenset(("fp16",)), True, "", "unscale_gradients", ("cpu", True))

# Sources: accelerate 1.15, accelerator.py; lightning_fabric 2.6, fabric.py and plugins/precision/amp.py.
PRECISIONS = {
    "accelerate.Accelerator": _ACCELERATOR,
    "lightning.fabric.Fabric": _FABRIC,
}
