"""torch2trt 0.5: its modules run an engine of TensorRT, have no parameters, and give outputs without a graph."""

from __future__ import annotations

from torchlint.knowledge.effects import ClassModel, LibraryModel
from torchlint.knowledge.frameworks.rows import GRAPHLESS

MODEL = LibraryModel(
    ("torch2trt",),
    version="0.5",
    classes={"TRTModule": ClassModel(methods={"__call__": GRAPHLESS, "forward": GRAPHLESS})},
)
