"""Lightning's Fabric, as of lightning_fabric 2.6."""

from __future__ import annotations

from torchlint.knowledge.effects import CallModel, ClassModel, LibraryModel
from torchlint.knowledge.frameworks.rows import ALL, BACKWARD, BARRIER, CONTEXT, FIRST, LIKE, LOG, NOTHING, each

MODEL = LibraryModel(
    ("lightning.fabric", "lightning_fabric", "lightning"),
    version="2.6",
    classes={
        "Fabric": ClassModel(
            methods={
                "backward": BACKWARD,
                "clip_gradients": CallModel("none", handler="clip"),
                "to_device": FIRST,
                **each("all_gather all_reduce broadcast", LIKE._replace(collective="always")),
                **each("setup setup_optimizers setup_dataloaders", ALL),
                **each("setup_module setup_dataloader", FIRST),
                **each("log log_dict", LOG),
                **each("print launch seed_everything call", NOTHING),
                **each("barrier save", BARRIER),
                **each("autocast no_backward_sync init_module init_tensor rank_zero_first", CONTEXT),
            },
        )
    },
)
