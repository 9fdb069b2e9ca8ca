"""Learner and its callbacks, as of fastai 2.8."""

from __future__ import annotations

from torchlint.domain.values import MAYBE, NO
from torchlint.knowledge.effects import CallbackModel, CallModel, ClassModel, InstanceOf, LibraryModel
from torchlint.knowledge.frameworks.rows import FORWARD, GRAPHLESS, LOSS, NOTHING, OPTIMIZER, callbacks, each

# Validation is under no_grad; after_pred, after_loss and after_batch run in training and in validation.
_LEARNER = ClassModel(
    methods={
        **each("fit fit_one_cycle fine_tune fit_flat_cos fit_sgdr lr_find validate show_results", NOTHING),
        **each("get_preds tta predict", GRAPHLESS),
        "to_detach": CallModel("output", detaches=True),
    },
    attributes={"model": CallModel("model"), "opt": OPTIMIZER, "loss": LOSS, "pred": FORWARD},
)

MODEL = LibraryModel(
    ("fastai",),
    version="2.8",
    classes={
        "Learner": _LEARNER,
        "Callback": ClassModel(
            callbacks={
                **callbacks("before_validate", CallbackModel(NO)),
                **callbacks(
                    "before_fit before_epoch before_train after_train after_validate after_epoch", CallbackModel(MAYBE)
                ),
                **callbacks("before_batch after_pred after_loss after_batch", CallbackModel(MAYBE, per_batch=True)),
                **callbacks("before_backward after_backward before_step after_step", CallbackModel(per_batch=True)),
            },
            methods={"to_detach": CallModel("output", detaches=True)},
            attributes={**_LEARNER.attributes, "learn": CallModel(InstanceOf("fastai.Learner"))},
        ),
    },
    calls=each(
        """vision_learner cnn_learner unet_learner text_classifier_learner language_model_learner tabular_learner
        collab_learner""",
        CallModel(InstanceOf("fastai.Learner")),
    ),
    exports={"torch": "torch", "nn": "torch.nn", "F": "torch.nn.functional", "np": "numpy", "pd": "pandas"},
)
