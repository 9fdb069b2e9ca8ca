"""Catalyst's runners, as of catalyst 22.4."""

from __future__ import annotations

from torchlint.domain.values import MAYBE, NO
from torchlint.knowledge.effects import CallbackModel, CallModel, ClassModel, InstanceOf, LibraryModel
from torchlint.knowledge.frameworks.rows import (
    ALL,
    BACKWARD,
    FIRST,
    LOADER,
    NEW_MODULE,
    NOTHING,
    OPTIMIZER,
    SCHEDULER,
    each,
)

# handle_batch runs under set_grad_enabled(self.is_train_loader), the model in the mode of the loader.
MODEL = LibraryModel(
    ("catalyst",),
    version="22.4",
    classes=dict.fromkeys(
        ("Runner", "IRunner", "SupervisedRunner"),
        ClassModel(
            callbacks={
                "handle_batch": CallbackModel(MAYBE, per_batch=True),
                "predict_batch": CallbackModel(NO, per_batch=True),
            },
            methods=each("train evaluate_loader", NOTHING) | {"predict_loader": LOADER},
            attributes={
                "model": NEW_MODULE,
                "optimizer": OPTIMIZER,
                "scheduler": SCHEDULER,
                "engine": CallModel(InstanceOf("catalyst.Engine")),
            },
        ),
    )
    | {"Engine": ClassModel(methods={"backward": BACKWARD, "unwrap_model": FIRST, "prepare": ALL})},
)
