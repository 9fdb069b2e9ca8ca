"""timm's models, loaders and training helpers, as of timm 1.0."""

from __future__ import annotations

from torchlint.knowledge.effects import CallModel, ClassModel, LibraryModel
from torchlint.knowledge.frameworks.rows import LOADER, NEW_MODULE, NOTHING, OPTIMIZER_OF, each

# Scalers are called: they differentiate and let the optimizer step, and leave zero_grad() to the caller.
_SCALER = ClassModel(methods={"__call__": CallModel("none", differentiates=True, steps=True, handler="scaled-step")})

_COPY = ClassModel(methods=each("update set", NOTHING), attributes={"ema": CallModel("frozen")})

MODEL = LibraryModel(
    ("timm",),
    version="1.0",
    classes={"NativeScaler": _SCALER, "ApexScaler": _SCALER, "ModelEma": _COPY},
    calls={
        "create_model": NEW_MODULE,
        **each("ModelEmaV2 ModelEmaV3", CallModel("copy")),
        **each("create_optimizer create_optimizer_v2", CallModel("optimizer", handler="optimizer-of-model")),
        **each(
            "create_scheduler create_scheduler_v2",
            CallModel(("scheduler", "number"), handler="scheduler-and-epochs"),
        ),
        "create_loader": LOADER,
        "create_dataset": CallModel("dataset"),
    },
    modules=r"models\.(?:\w+\.)+(?!\w*(?:Cfg|Info))[A-Z]\w*",
    patterns={
        r"scheduler\.(?:\w+\.)*[A-Z]\w*Scheduler": CallModel("scheduler", handler="scheduler"),
        r"optim\.(?:\w+\.)*[A-Z]\w*": OPTIMIZER_OF,
    },
)
