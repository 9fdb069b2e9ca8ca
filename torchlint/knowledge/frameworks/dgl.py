"""Graphs and layers of DGL, as of dgl 2.5."""

from __future__ import annotations

from torchlint.knowledge.effects import CallModel, ClassModel, InstanceOf, LibraryModel
from torchlint.knowledge.frameworks.rows import each

_GRAPH = CallModel(InstanceOf("dgl.DGLGraph"))
# Modules without parameters that people call by themselves.
_NOT_TRAINED = each("LabelPropagation CorrectAndSmooth", CallModel("unknown"))

MODEL = LibraryModel(
    ("dgl",),
    version="2.5",
    classes={"DGLGraph": ClassModel(methods=each("to cpu cuda local_var", _GRAPH))},
    calls=each("graph heterograph batch add_self_loop remove_self_loop to_bidirected", _GRAPH) | _NOT_TRAINED,
    modules=r"nn\.(?:\w+\.)*[A-Z]\w*",
)
