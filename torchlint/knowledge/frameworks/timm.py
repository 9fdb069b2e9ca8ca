"""timm's models, loaders and training helpers, as of timm 1.0."""

from __future__ import annotations

from torchlint.knowledge.effects import CallModel, ClassModel, InstanceOf, LibraryModel
from torchlint.knowledge.frameworks.rows import (
    FIRST,
    LIKE,
    LOG,
    NEW_MODULE,
    OPTIMIZER_OF,
    each,
)

# Scalers are called: they differentiate and let the optimizer step, and leave zero_grad() to the caller.
_SCALER = ClassModel(methods={"__call__": CallModel("none", differentiates=True, steps=True, handler="scaled-step")})

_AVERAGES = each("update set", CallModel("none", pure=True))
_COPY = ClassModel(methods=_AVERAGES, attributes={"ema": CallModel("frozen")})

# It keeps the model and the optimizer for their states.
_SAVER = ClassModel(methods=each("save_checkpoint save_recovery find_recovery", CallModel("unknown", pure=True)))

MODEL = LibraryModel(
    ("timm",),
    version="1.0",
    classes={
        "NativeScaler": _SCALER,
        "ApexScaler": _SCALER,
        "ModelEma": _COPY,
        **dict.fromkeys(("ModelEmaV2", "ModelEmaV3"), ClassModel("module", methods=_AVERAGES)),
        "CheckpointSaver": _SAVER,
    },
    calls={
        "create_model": NEW_MODULE,
        **each("ModelEmaV2 ModelEmaV3", CallModel("copy", pure=True)),
        **each("create_optimizer create_optimizer_v2", CallModel("optimizer", handler="optimizer-of-model")),
        **each(
            "create_scheduler create_scheduler_v2",
            CallModel(("scheduler", "number"), handler="scheduler-and-epochs"),
        ),
        "create_loader": CallModel("loader", handler="sampling-loader"),
        "create_dataset": CallModel("dataset"),
        **each("dispatch_clip_grad adaptive_clip_grad", CallModel("none", pure=True, handler="clip")),
        **each("load_checkpoint resume_checkpoint load_pretrained", CallModel("unknown", restores=True)),
        "CheckpointSaver": CallModel(InstanceOf("timm.CheckpointSaver"), pure=True),
        # The parameters of a model are known as the model's.
        **each("model_parameters unwrap_model reparameterize_model convert_sync_batchnorm", FIRST),
        "apply_test_time_pool": CallModel(("first", "number"), pure=True),
        **each("resolve_data_config resolve_model_data_config create_transform", CallModel("unknown", pure=True)),
        "reduce_tensor": LIKE._replace(collective="always"),
        "distribute_bn": CallModel("none", pure=True, collective="always"),
        "accuracy": CallModel("unknown", detaches=True),
        "update_summary": LOG,
    },
    modules=r"models\.(?:\w+\.)+(?!\w*(?:Cfg|Info))[A-Z]\w*",
    patterns={
        r"scheduler\.(?:\w+\.)*[A-Z]\w*Scheduler": CallModel("scheduler", handler="scheduler"),
        r"optim\.(?:\w+\.)*[A-Z]\w*": OPTIMIZER_OF,
    },
)
