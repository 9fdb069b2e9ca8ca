"""Loaders of MONAI 1.3."""

from __future__ import annotations

from torchlint.knowledge.effects import CallModel, LibraryModel
from torchlint.knowledge.frameworks.rows import each

# PyTorch's own, with collating and seeds for its workers added: `DataLoader(dataset, num_workers, **settings)`.
MODEL = LibraryModel(
    ("monai",),
    version="1.3",
    calls=each("data.DataLoader data.dataloader.DataLoader", CallModel("loader", handler="torch-data-loader")),
)
