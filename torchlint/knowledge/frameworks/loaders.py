"""Loaders and datasets of other libraries: torchdata 0.11, TorchIO 1.2, WebDataset 1.0, FFCV and DALI."""

from __future__ import annotations

from torchlint.knowledge.effects import LibraryModel
from torchlint.knowledge.frameworks.rows import LOADER, each, handled

MODEL = LibraryModel(
    ("ffcv", "nvidia.dali", "torchdata", "torchio", "webdataset"),
    calls={
        # PyTorch's own, and more settings by name.
        **handled("torchdata.stateful_dataloader.StatefulDataLoader torchio.SubjectsLoader", "torch-data-loader"),
        **handled("torchio.SubjectsDataset", "dataset"),
        **each("ffcv.loader.Loader webdataset.WebLoader", LOADER),
        **each("plugin.pytorch.DALIGenericIterator plugin.pytorch.DALIClassificationIterator", LOADER),
    },
)
