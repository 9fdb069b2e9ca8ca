"""What depends on the mode, train or eval: layers and functions, with the argument that decides it.

Which layers of PyTorch do is in the generated table (`Fact.mode`); here is what it lacks: where the argument is, and
what it is when it is left out, as the signatures in torch 2.13 have it.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from torchlint.domain.values import MAYBE, NO, YES
from torchlint.knowledge.operations import columns_of, has_column


class Setting(NamedTuple):
    """The argument that decides whether a layer or function depends on the mode: it does if that is above a number."""

    keyword: str
    position: int  # -1 where it can't be given by position
    default: float  # a flag that is set is 1
    above: float = 0


_DROPOUT = Setting("p", 0, 0.5)
_ALWAYS = Setting("", -1, 1)
# Of a recurrent layer, whose dropout is applied between layers: there must be several.
_SEVERAL_LAYERS = Setting("num_layers", 2, 1, above=1)

# Layers of which no column says where their argument is.
_LAYERS = {
    "LSTM": Setting("dropout", 5, 0),
    "GRU": Setting("dropout", 5, 0),
    "RNN": Setting("dropout", 6, 0),
    "RReLU": _ALWAYS,
    "MultiheadAttention": Setting("dropout", 2, 0),
    "Transformer": Setting("dropout", 5, 0.1),
    "TransformerEncoderLayer": Setting("dropout", 3, 0.1),
    "TransformerDecoderLayer": Setting("dropout", 3, 0.1),
}
# Functions that have a `training` argument, apart from those of dropout.
_FUNCTIONS = {"batch_norm": _ALWAYS, "rrelu": _ALWAYS}


@cache
def settings_of_layer(name: str) -> tuple[Setting, ...]:
    """What must all be given for a layer of torch.nn, by its last name, to depend on the mode; empty: it never does."""
    columns = columns_of(name, of="torch.nn")
    if "dropout" in columns:
        return (_DROPOUT,)
    if columns & {"batch-norm", "instance-norm"}:
        # A lazy layer is not given the number of features, which is the others' first argument.
        position = 3 if name.startswith("Lazy") else 4
        return (Setting("track_running_stats", position, "batch-norm" in columns),)
    if "recurrent" in columns:
        return _LAYERS[name], _SEVERAL_LAYERS
    return (_LAYERS[name],) if name in _LAYERS else ()


@cache
def setting_of_function(name: str) -> Setting | None:
    """What must be given for a function of torch.nn.functional to depend on `training`; its input is not counted."""
    return _DROPOUT if has_column(name, "dropout") else _FUNCTIONS.get(name)


# Bases of other packages that bring no layers of their own, by how their dotted names end.
_WITHOUT_LAYERS = (
    "torch.nn.Module",
    "torch.nn.Sequential",
    "torch.nn.ModuleList",
    "LightningModule",
    ".MessagePassing",
    "nn.Module",
)
# Layers of torch_geometric that are the same in both modes unless they are given a `dropout`, by how their names end.
_PLAIN_GRAPH_LAYERS = ("Conv", "Pooling", "LayerNorm", "GraphNorm")
DROPOUT_BY_NAME = Setting("dropout", -1, 0)


def is_without_layers(base: str) -> bool:
    """Whether a base class, by its dotted name, brings no layers of its own."""
    return base.endswith(_WITHOUT_LAYERS)


def of_graph_layer(name: str) -> int:
    """Whether a layer of torch_geometric.nn that is given no `dropout` depends on the mode, by its last name."""
    if name == "BatchNorm":
        return YES
    return NO if name.endswith(_PLAIN_GRAPH_LAYERS) else MAYBE
