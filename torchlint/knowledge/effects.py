"""The form in which it is written down what calls and classes of a library do: plain data, nothing of syntax.

The rows for libraries are in `frameworks/`; a project's configuration and packs add rows of the same form.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

from torchlint.domain.values import MAYBE, YES

# What a call returns:
#   "none", "number", "array", "image", "module", "optimizer", "scheduler", "loader", "dataset", "batch", or "unknown";
#   "context": a context manager that leaves gradients as they are; "no-grad", "with-grad": one that turns them off, on;
#   "tensor", "output": without a graph; "loss", "forward": with one, as the model was run where gradients are on;
#   "like": what is given, which may have lost its graph; "computed": with a graph where what is given may have one;
#   "self": the receiver; "instance": an object of the class that is the receiver; "model": what it is around;
#   "copy", "frozen": a copy of a model in eval mode, the latter without gradients;
#   "first": the first argument, or a module given by keyword; "all": what was given, in order, one thing by itself.
Word = Literal[
    "none", "number", "array", "image", "module", "optimizer", "scheduler", "loader", "dataset", "batch", "unknown",
    "context", "no-grad", "with-grad",
    "tensor", "output", "loss", "forward", "like", "computed",
    "self", "instance", "model", "copy", "frozen", "first", "all",
]  # fmt: skip


class InstanceOf(str):
    """A call returns an object of the class that has a row under this name, around the model that was given.

    The name is the library's and the class's: "deepspeed.DeepSpeedEngine".
    """

    __slots__ = ()


Result = Word | InstanceOf


class CallbackModel(NamedTuple):
    """How a framework calls a function that users write for it."""

    grad: int = YES  # whether gradients are on; NO where the framework itself turns them off
    mode: Literal["", "train", "eval"] = ""  # the mode that it has put the model in; empty: nothing is promised
    model: int = 0  # which parameter the model is; 0 is `self`
    per_batch: bool = False  # once for each batch, so that what is left in `self` comes around
    differentiates: bool = (
        False  # backward() of what is returned: the tensor, its entry "loss", or the first of a tuple
    )
    steps: bool = False  # then lets the optimizer step
    zeroes_gradients: bool = False
    unless: str = ""  # a name: a class that has it does all of that itself


# What a row can't say by its fields: functions of library_calls.py and the *_handlers.py in flow/.
Handler = Literal[
    "", "adapter", "array", "autograd-backward", "autograd-grad", "chain", "chain-from-iterable", "checkpoint",
    "checkpoint-sequential", "clip", "collection", "compose", "copy", "data-loader", "data-parallel", "dataset",
    "deepcopy", "density", "device", "differentiable", "differentiates-functions", "distributed-autograd",
    "distribution", "draw", "each-parameter", "environment", "field", "frozen-copy", "given-part", "hub",
    "import-module", "inference-mode", "instantiate", "is-tensor", "load", "logs", "noise", "optimizer",
    "optimizer-of-model", "parameter", "partial", "pretrained-embedding", "progress-bar", "random-split",
    "runs-given-model", "runs-model", "sampling-loader", "scale-loss", "scaled-step", "scaler", "scheduler",
    "scheduler-and-epochs", "set-grad-enabled", "settings", "shard", "starts-cuda", "steps-optimizers",
    "torch-data-loader", "variable", "writer",
]  # fmt: skip
# The wrappers around a model that hold it under a name.
Wrapper = Literal["", "DistributedDataParallel", "DataParallel", "torch.compile"]


# The mode that a call leaves the model in which it returns. Where the word is empty, a new model is in train mode, and
# one that was given to the call is in the mode that it was in.
Left = Literal["", "train", "eval", "unclear"]
# Whether a call returns only after all processes have made it: with some settings ("sometimes"), or with any.
Collective = Literal["", "sometimes", "always"]


class CallModel(NamedTuple):
    """What a call does, and what comes of it."""

    gives: Result | tuple[Result, ...] = "unknown"  # what it returns; a tuple has a word for each place
    parameters: tuple[str, ...] = ()  # the first parameters, where it matters which is which; "all" is of these alone
    differentiates: bool = False  # backward() of the first argument
    leaves_steps: bool = False  # and neither clears gradients nor lets an optimizer step: its caller does both
    steps: bool = False  # lets the optimizer change the parameters
    zeroes_gradients: bool = False
    detaches: bool = False  # keeps the numbers of what it is given, and no graph
    only_with: int = -1  # so many arguments; with others, nothing is known
    pretrained: bool = False  # the module that it returns has trained weights
    freezes: bool = False  # and has frozen what is most of it
    mode: Left = ""  # the mode that the module is in
    unless: str = ""  # a method: a class that has it decides itself in which mode its objects are
    depends_on_mode: int = MAYBE  # whether a new module computes something else in train mode than in eval mode
    trains: bool = False  # puts the model that its object is around in train mode, and leaves it there
    restores: bool = False  # loads what it is given into a model, as load_state_dict does
    pure: bool = False  # neither keeps nor changes what it is given
    handler: Handler = ""  # what does the call instead of the fields above; it may leave it to the table of the API
    wraps: Wrapper = ""  # the wrapper that the model is in from here on
    collective: Collective = ""  # whether it waits for all processes
    runs: CallbackModel | None = None  # its first argument is a function that the framework calls like this


# What the objects of a class are, besides being objects: "wrapper", the module that they were made with, and more.
Role = Literal["", "module", "wrapper", "loader", "dataset", "optimizer", "scheduler"]


class ClassModel(NamedTuple):
    """What the objects of a class do, and how a framework calls the methods of classes derived from it."""

    role: Role = ""
    imposes_forward: bool = True  # says what forward of a derived class returns
    callbacks: Mapping[str, CallbackModel] = {}
    wraps: Mapping[str, int] = {}  # methods of derived classes that it wraps in a grad mode, whoever calls them
    methods: Mapping[str, CallModel] = {}
    attributes: Mapping[str, CallModel] = {}


class LibraryModel(NamedTuple):
    """What one library does; its names are known by their last parts, wherever in it they are imported from."""

    packages: tuple[str, ...]
    version: str = ""  # whose source was read
    classes: Mapping[str, ClassModel] = {}
    calls: Mapping[str, CallModel] = {}
    modules: str = ""  # a pattern for the rest of the name: classes and factories of nn.Modules
    base_of_modules: str = ""  # the class with a row from which those of the pattern derive
    patterns: Mapping[str, CallModel] = {}  # the same for what other classes and functions do
    exports: Mapping[str, str] = {}  # what `import *` brings along that belongs to others
