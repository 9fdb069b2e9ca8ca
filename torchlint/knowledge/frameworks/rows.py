"""Rows, and ways to write several at once, that the models of many libraries have in common."""

from __future__ import annotations

from torchlint.knowledge.effects import CallbackModel, CallModel, ClassModel, Handler

NOTHING = CallModel("none")
ITSELF = CallModel("self")
FIRST = CallModel("first")
ALL = CallModel("all")
LIKE, COMPUTED, FORWARD, LOSS = CallModel("like"), CallModel("computed"), CallModel("forward"), CallModel("loss")
NEW_MODULE = CallModel("module")
OPTIMIZER, SCHEDULER, LOADER = CallModel("optimizer"), CallModel("scheduler"), CallModel("loader")
OPTIMIZER_OF = CallModel("optimizer", handler="optimizer")  # a class of optimizers, over what it is given
PLAIN = CallModel("number")
BACKWARD = CallModel("none", differentiates=True, leaves_steps=True)
LOG = CallModel("none", detaches=True)  # keeps numbers only
GRAPHLESS = CallModel("output")
RUNS_MODEL = CallModel(handler="runs-model")  # a method of a model that computes with its parameters
DIFFERENTIABLE = CallModel(handler="differentiable")
CONTEXT = CallModel("context", pure=True)
BARRIER = CallModel("none", collective="always")  # waits for all processes
NO_GRAD = CallModel("no-grad", pure=True)
DATA, ARRAY, IMAGE = CallModel("number", pure=True), CallModel("array", pure=True), CallModel("image", pure=True)


def each(names: str, row: CallModel) -> dict[str, CallModel]:
    """The same row for each of these names."""
    return dict.fromkeys(names.split(), row)


def classes(names: str, row: ClassModel) -> dict[str, ClassModel]:
    """The same for classes."""
    return dict.fromkeys(names.split(), row)


def callbacks(names: str, row: CallbackModel) -> dict[str, CallbackModel]:
    """The same for functions that a framework calls."""
    return dict.fromkeys(names.split(), row)


def handled(names: str, handler: Handler) -> dict[str, CallModel]:
    """The same handler for each of these names."""
    return dict.fromkeys(names.split(), CallModel(handler=handler))


# Losses and layers without parameters, which compute the same in both modes.
FUNCTION = ClassModel(
    methods={
        **each("__call__ forward", DIFFERENTIABLE),
        **each("to cuda cpu float half double type train eval requires_grad_", ITSELF),
    }
)
