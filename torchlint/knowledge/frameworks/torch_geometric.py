"""Graphs, loaders and layers of PyTorch Geometric 2.9."""

from __future__ import annotations

from torchlint.knowledge.effects import CallModel, ClassModel, LibraryModel
from torchlint.knowledge.frameworks.rows import ITSELF, NEW_MODULE, each

# What moves or switches an object that is no nn.Module and no tensor, and returns it.
_MOVES_ITSELF = each("to cuda cpu pin_memory contiguous coalesce requires_grad_ apply", ITSELF)

# Modules without parameters that people call by themselves.
_NOT_TRAINED = each("LabelPropagation CorrectAndSmooth", CallModel("unknown"))

# A Data changes itself; a graph of DGL's that is moved is a new one.
MODEL = LibraryModel(
    ("torch_geometric",),
    version="2.9",
    classes=dict.fromkeys(("Data", "HeteroData", "TemporalData", "Batch"), ClassModel(methods=_MOVES_ITSELF))
    | {"MessagePassing": ClassModel(role="module")},
    calls={
        # A subclass of PyTorch's, for lists of graphs.
        **each("nn.DataParallel nn.data_parallel.DataParallel", CallModel("first", wraps="DataParallel")),
        **each("to_hetero to_homogeneous", NEW_MODULE),
        # PyTorch's own for lists of graphs: `DataLoader(dataset, batch_size, shuffle, ...)`, and its settings by name.
        **each(
            "loader.DataLoader loader.dataloader.DataLoader data.DataLoader data.dataloader.DataLoader",
            CallModel("loader", handler="torch-data-loader"),
        ),
        **_NOT_TRAINED,
    },
    modules=r"nn\.(?:\w+\.)*[A-Z]\w*",
    patterns={r"(?:loader|data)\.(?:\w+\.)*[A-Z]\w*Loader": CallModel("loader", handler="data-loader")},
)
