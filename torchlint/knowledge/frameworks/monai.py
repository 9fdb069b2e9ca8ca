"""Loaders, datasets, networks, metrics and sliding windows of MONAI 1.6."""

from __future__ import annotations

from torchlint.knowledge.effects import CallModel, ClassModel, InstanceOf, LibraryModel
from torchlint.knowledge.frameworks.rows import GRAPHLESS, NOTHING, each, handled

# It keeps what it computes of tensors that it detaches.
_METRIC = ClassModel(
    methods={"__call__": CallModel("output", detaches=True), "aggregate": GRAPHLESS, "reset": NOTHING},
)

# A model is run on each part of the input, and gradients stay as they are.
_RUNS_MODEL = CallModel(handler="runs-given-model")

# PyTorch's own, with collating and seeds for its workers added: `DataLoader(dataset, num_workers, **settings)`.
MODEL = LibraryModel(
    ("monai",),
    version="1.6",
    classes={"Inferer": ClassModel(methods={"__call__": _RUNS_MODEL}), "CumulativeIterationMetric": _METRIC},
    calls={
        "inferers.sliding_window_inference": _RUNS_MODEL,
        "inferers.utils.sliding_window_inference": _RUNS_MODEL,
        **each("SlidingWindowInferer SimpleInferer", CallModel(InstanceOf("monai.Inferer"), pure=True)),
        **each("data.DataLoader data.dataloader.DataLoader", CallModel("loader", handler="torch-data-loader")),
        **each("data.ThreadDataLoader", CallModel("loader", handler="data-loader")),
        **handled(
            """data.Dataset data.CacheDataset data.PersistentDataset data.SmartCacheDataset data.LMDBDataset
            data.CacheNTransDataset data.ArrayDataset data.ZipDataset data.CSVDataset data.ImageDataset
            data.NPZDictItemDataset data.GridPatchDataset data.PatchDataset data.IterableDataset""",
            "dataset",
        ),
    },
    modules=r"networks\.nets\.(?:\w+\.)*(?!BlockArgs)(?:[A-Z]\w*|(?:se_?)?res(?:net|next)\d+\w*)",
    patterns={
        r"metrics\.(?:\w+\.)?(?:\w*(?:Dice|Distance|AUC|Matrix|Quality|MSE|MAE|RMSE|PSNR|SSIM)Metric|MeanIoU"
        r"|GeneralizedDiceScore)": CallModel(InstanceOf("monai.CumulativeIterationMetric"), pure=True)
    },
)
