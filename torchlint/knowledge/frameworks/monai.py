"""Loaders and datasets of MONAI 1.6."""

from __future__ import annotations

from torchlint.knowledge.effects import CallModel, LibraryModel
from torchlint.knowledge.frameworks.rows import each, handled

# PyTorch's own, with collating and seeds for its workers added: `DataLoader(dataset, num_workers, **settings)`.
MODEL = LibraryModel(
    ("monai",),
    version="1.6",
    calls={
        **each("data.DataLoader data.dataloader.DataLoader", CallModel("loader", handler="torch-data-loader")),
        **each("data.ThreadDataLoader", CallModel("loader", handler="data-loader")),
        **handled(
            """data.Dataset data.CacheDataset data.PersistentDataset data.SmartCacheDataset data.LMDBDataset
            data.CacheNTransDataset data.ArrayDataset data.ZipDataset data.CSVDataset data.ImageDataset
            data.NPZDictItemDataset data.GridPatchDataset data.PatchDataset data.IterableDataset""",
            "dataset",
        ),
    },
)
