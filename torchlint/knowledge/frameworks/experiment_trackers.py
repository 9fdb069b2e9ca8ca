"""Trackers of experiments: wandb, as of wandb 0.31, and mlflow.

They turn tensors into numbers when these are logged, and keep no graph.
"""

from __future__ import annotations

from torchlint.knowledge.effects import CallModel, ClassModel, InstanceOf, LibraryModel
from torchlint.knowledge.frameworks.rows import LOG, each

_LOGS = each("log log_metric log_metrics", CallModel("none", detaches=True, handler="logs"))
_LOGS |= each("log_param log_params set_tag set_tags", LOG)

# They write files, or register hooks on a model that look at its gradients.
_LOOKS = each(
    """alert define_metric finish login log_artifact log_artifacts log_code log_dict log_figure log_image log_text save
    unwatch watch""",
    CallModel("none", pure=True),
)

MODEL = LibraryModel(
    ("wandb", "mlflow"),
    classes={"Run": ClassModel(methods=_LOGS | _LOOKS)},
    calls={
        **_LOGS,
        **_LOOKS,
        "wandb.init": CallModel(InstanceOf("wandb.Run"), pure=True),
        # Media and tables are made of what the given tensors hold.
        **each("wandb.Audio wandb.Histogram wandb.Image wandb.Table wandb.Video", CallModel("number", detaches=True)),
    },
)
