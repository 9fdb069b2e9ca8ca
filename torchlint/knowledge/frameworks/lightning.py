"""LightningModule, Trainer and their callbacks, as of pytorch_lightning 2.6."""

from __future__ import annotations

from torchlint.domain.values import NO
from torchlint.knowledge.effects import CallbackModel, CallModel, ClassModel, LibraryModel
from torchlint.knowledge.frameworks.rows import (
    BACKWARD,
    BARRIER,
    GRAPHLESS,
    LIKE,
    LOG,
    NOTHING,
    OPTIMIZER,
    SCHEDULER,
    callbacks,
    each,
)

# Loops of evaluation and prediction run whole under no_grad, with the model in eval mode, and restore it afterwards.
_EVALUATES = CallbackModel(NO, "eval", per_batch=True)

_AROUND_EVALUATION = CallbackModel(NO, "eval")

_EVALUATION_HOOKS = " ".join(
    f"on_{stage}_{moment}"
    for stage in ("validation", "test", "predict")
    for moment in ("batch_start", "batch_end", "epoch_start", "epoch_end", "start", "end")
)

_CALLBACKS = {
    "training_step": CallbackModel(
        per_batch=True, differentiates=True, steps=True, zeroes_gradients=True, unless="automatic_optimization"
    ),
    **callbacks("validation_step test_step predict_step", _EVALUATES),
    **callbacks(f"{_EVALUATION_HOOKS} validation_epoch_end test_epoch_end", _AROUND_EVALUATION),
}

# The names of the Trainer.
TRAINERS = ("lightning.Trainer", "lightning.pytorch.Trainer", "pytorch_lightning.Trainer")

# What is called in each step of the training, before, in the middle of or after it.
HOOKS_OF_STEPS = frozenset(
    "on_train_batch_start on_train_batch_end on_before_backward on_after_backward on_before_optimizer_step "
    "on_before_zero_grad optimizer_step".split()
)

MODEL = LibraryModel(
    ("lightning", "pytorch_lightning"),
    version="2.6",
    classes={
        "LightningModule": ClassModel(
            role="module",
            imposes_forward=False,
            callbacks=_CALLBACKS,
            methods={
                "manual_backward": BACKWARD,
                "optimizers": OPTIMIZER,
                "lr_schedulers": SCHEDULER,
                "load_from_checkpoint": CallModel("instance", pretrained=True),
                "all_gather": LIKE,
                **each("log log_dict", LOG),
                **each("print save_hyperparameters toggle_optimizer untoggle_optimizer clip_gradients", NOTHING),
            },
        ),
        "LightningDataModule": ClassModel(),
        "Callback": ClassModel(callbacks=callbacks(_EVALUATION_HOOKS, CallbackModel(NO, "eval", model=2))),
        "Trainer": ClassModel(
            methods={
                **each("fit validate test tune", NOTHING),
                "predict": GRAPHLESS,
                "save_checkpoint": BARRIER,
            }
        ),
    },
)
