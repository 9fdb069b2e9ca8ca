"""MosaicML's ComposerModel, as of composer 0.33."""

from __future__ import annotations

from torchlint.knowledge.effects import CallbackModel, ClassModel, LibraryModel

# Trainer differentiates what loss() returns, steps and zeroes; eval_forward runs under no_grad, also for the metrics of
# training, where the model is in train mode.
MODEL = LibraryModel(
    ("composer",),
    version="0.33",
    classes={
        "ComposerModel": ClassModel(
            "module",
            imposes_forward=False,
            callbacks={
                "loss": CallbackModel(per_batch=True, differentiates=True, steps=True, zeroes_gradients=True),
            },
        )
    },
)
