"""skorch's NeuralNet, as of skorch 1.4."""

from __future__ import annotations

from torchlint.knowledge.effects import CallbackModel, CallModel, ClassModel, LibraryModel
from torchlint.knowledge.frameworks.rows import FORWARD, ITSELF, LOSS, NEW_MODULE, OPTIMIZER, callbacks, each

# Only its own steps turn gradients off and set modes; train_step zeroes before, and steps after, train_step_single.
_SKORCH_NET = ClassModel(
    callbacks={
        "get_loss": CallbackModel(per_batch=True, differentiates=True, steps=True, zeroes_gradients=True),
        "train_step_single": CallbackModel(per_batch=True, steps=True, zeroes_gradients=True),
        **callbacks("train_step validation_step evaluation_step", CallbackModel(per_batch=True)),
    },
    methods={
        **each("fit partial_fit initialize", ITSELF),
        **each("predict predict_proba", CallModel("array")),
        "infer": FORWARD,
        "get_loss": LOSS,
    },
    attributes={"module_": NEW_MODULE, "optimizer_": OPTIMIZER},
)

MODEL = LibraryModel(
    ("skorch",),
    version="1.4",
    classes=dict.fromkeys(
        ("NeuralNet", "NeuralNetClassifier", "NeuralNetBinaryClassifier", "NeuralNetRegressor"), _SKORCH_NET
    ),
)
