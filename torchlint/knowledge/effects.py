"""The words in which frameworks.py says what a framework promises: plain data, nothing of syntax."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

from torchlint.domain.values import YES


class Step(NamedTuple):
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


class Effect(NamedTuple):
    """What calling something of a framework does, and what comes of it.

    gives: a word for what is returned, or one for each place of a tuple:
      "none", "number", "array", "module", "optimizer", "scheduler", "loader", "dataset", "batch", or "unknown";
      "context": a context manager that does nothing to gradients; "no-grad": one that turns them off;
      "tensor", "output": without a graph; "loss", "forward": with one, as the model was run where gradients are on;
      "like": what is given, which may have lost its graph; "computed": with a graph where what is given may have one;
      "self": the receiver; "instance": an object of the class that is the receiver; "model": what it is around;
      "copy", "frozen": a copy of a model in eval mode, the latter without gradients;
      "first": the first argument, or a module given by keyword; "all": what was given, in order, one thing by itself;
      a kind's dotted name: an object of it, around the model that was given.
    parameters: the names of the first parameters, where it matters which is which; no others are part of "all".
    """

    gives: str | tuple[str, ...] = "unknown"
    parameters: tuple[str, ...] = ()
    differentiates: bool = False  # backward() of the first argument
    steps: bool = False  # lets the optimizer change the parameters
    zeroes_gradients: bool = False
    detaches: bool = False  # keeps the numbers of what it is given, and no graph
    only_with: int = -1  # so many arguments; with others, nothing is known
    runs: Step | None = None  # its first argument is a function that the framework calls like this


class Kind(NamedTuple):
    """A class of a framework: what its objects do, and how it calls the methods of classes derived from it."""

    is_module: bool = False  # derived classes are nn.Modules that are trained
    is_wrapper: bool = False  # objects are the module that they were made with, and more
    imposes_forward: bool = True  # says what forward of a derived class returns
    steps: Mapping[str, Step] = {}
    wraps: Mapping[str, int] = {}  # methods of derived classes that it wraps in a grad mode, whoever calls them
    methods: Mapping[str, Effect] = {}
    attributes: Mapping[str, Effect] = {}


class Contract(NamedTuple):
    """What one framework promises; its names are known by their last parts, wherever in it they are imported from."""

    packages: tuple[str, ...]
    kinds: Mapping[str, Kind] = {}
    calls: Mapping[str, Effect] = {}
    modules: str = ""  # a pattern for the rest of the name: classes and factories of nn.Modules
    patterns: Mapping[str, Effect] = {}  # the same for what other classes and functions do
    exports: Mapping[str, str] = {}  # what `import *` brings along that belongs to others
