"""The training trace: what happens to gradients and learning rates, as steps, branches, loops and calls in order."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from torchlint.binding.scopes import SourceUnit
from torchlint.binding.symbols import Function
from torchlint.domain.origins import Origin
from torchlint.domain.values import GUESSED, Value
from torchlint.syntax import tree

# The steps that are distinguished:
#   forward    a model is called, with gradients enabled
#   backward   gradients are added up in parameters
#   zero       gradients are cleared: by an optimizer, by a model, or by hand
#   write      gradients are set or changed by hand
#   clip       gradients are clipped
#   unscale    GradScaler.unscale_
#   update     GradScaler.update, which may change the scale
#   step       an optimizer changes parameters
#   schedule   a scheduler changes learning rates
#   make       an optimizer is made
#   replace    a model is given another part
#   unseen     something is given to code that this file does not show
#   foreign    gradients are stored elsewhere than in parameters: torch.distributed.autograd
StepKind = Literal[
    "forward",
    "backward",
    "zero",
    "write",
    "clip",
    "unscale",
    "update",
    "step",
    "schedule",
    "make",
    "replace",
    "unseen",
    "foreign",
]
# Who does it, unless it is the plain way. A backward by an "engine" may clear gradients and step, too; a "library"
# leaves both to its caller (`accelerator.backward(loss)`). "argument" is a scheduler's step with an epoch or a loss.
# For "unseen", how code is known: as a method of a known object, by its name, as a framework's, or as too deep a call.
By = Literal["", "engine", "library", "scaler", "hand", "closure", "argument", "method", "train", "framework", "deep"]
ExitKind = Literal["continue", "break", "return", "raise"]


@dataclass(frozen=True, slots=True, eq=False)
class Step:
    """One event of training."""

    what: StepKind
    node: tree.Node
    subject: Value  # the optimizer, scheduler or model; the loss of a backward; the parameters of a clip
    by: By = ""
    # An unknown subject's name, and the function and the calls where it means that; of too deep a call, its function.
    holder: tuple[object, ...] = ()

    @property
    def is_by_library(self) -> bool:
        """Whether a library's object does it, which may divide or scale the loss by itself."""
        return self.by in ("engine", "library")


# The function that a condition is in, and its text; of two branches, the first is taken if it is true.
Question = tuple[object, str]


@dataclass(frozen=True, slots=True, eq=False)
class Choice:
    """Alternatives of which one runs, such as the branches of an `if`."""

    test: Question
    ways: list[Trace]


@dataclass(frozen=True, slots=True, eq=False)
class Repeat:
    """A loop."""

    node: tree.Node
    body: Trace


@dataclass(frozen=True, slots=True, eq=False)
class Called:
    """A call of a function."""

    node: tree.Node
    function: Function
    body: Trace


@dataclass(frozen=True, slots=True, eq=False)
class Exit:
    """The end of a pass, a loop, a function or the program: `continue`, `break`, `return`, `raise`."""

    what: ExitKind


Trace = list["Step | Choice | Repeat | Called | Exit"]


def level(trace: Trace) -> Iterator[Step | Repeat]:
    """The steps and loops of a trace, including those in branches and calls, but not inside these loops."""
    todo = [iter(trace)]
    while todo:  # no recursion: each step would go through as many generators as the trace is deep
        for part in todo[-1]:
            if isinstance(part, Choice):
                todo += map(iter, reversed(part.ways))
                break
            if isinstance(part, Called):
                todo.append(iter(part.body))
                break
            if not isinstance(part, Exit):
                yield part
        else:
            todo.pop()


def steps_of(trace: Trace) -> Iterator[Step]:
    """Every step of a trace, in source order."""
    for part in level(trace):
        if isinstance(part, Step):
            yield part
        else:
            yield from steps_of(part.body)


@dataclass(slots=True)
class Tracer:
    """Records the training trace while a file is interpreted."""

    # the top level of each file, and each entry point
    entries: list[tuple[tree.Node, Trace]] = field(default_factory=list)
    open: list[Trace] = field(default_factory=lambda: [[]])  # the traces that are being written, outermost first
    optimizers: dict[Origin, Value] = field(default_factory=dict)  # each optimizer that is made
    schedulers: dict[Origin, Value] = field(default_factory=dict)
    # the models that are called at an origin, by where they were constructed: another caller may bring another one
    forwards: dict[Origin, dict[tree.Node | None, Value]] = field(default_factory=dict)
    models: dict[tree.Node, Value] = field(default_factory=dict)  # each model by where it is made
    makers: dict[tree.Node, set[tuple[tree.Node, ...]]] = field(default_factory=dict)  # by which calls models are made
    scalers: set[str] = field(default_factory=set)  # unknown objects that scale losses, by name
    # what changes parameters, as often as it is seen to: steps of optimizers, and unseen code that trains
    changes: list[Step] = field(default_factory=list)

    def is_guess(self, origin: Origin) -> bool:
        """Whether nothing but names says that a model was called here."""
        models = self.forwards.get(origin)
        return models is not None and all(model.made_by == GUESSED for model in models.values())

    def begin(self) -> Trace:
        """Start a new trace, to which following parts are added."""
        self.open.append([])
        return self.open[-1]

    def end(self) -> None:
        """End the trace, and continue the one before."""
        self.open.pop()

    def enter(self, node: tree.Node) -> None:
        """Start a trace of its own for a file or an entry point."""
        self.entries.append((node, self.begin()))

    def add(self, *parts: Step | Choice | Repeat | Called | Exit) -> None:
        """Add parts to the current trace."""
        self.open[-1].extend(parts)

    def changed(self, steps: Iterator[Step]) -> None:
        """Record which of these steps change parameters."""
        self.changes += [s for s in steps if s.what == "step" or (s.what == "unseen" and s.by == "train")]

    def choose(self, function: Function | None, unit: SourceUnit, test: tree.Node | None, ways: list[Trace]) -> None:
        """Add alternatives; two conditions of one function with the same text have the same outcome."""
        if not any(ways):
            return
        text, flipped = unit.tree.once(_question, test) if test is not None else ("", False)
        key = (function.node if function else None, text)
        self.add(Choice(key, ways[::-1] if flipped and len(ways) == 2 else ways))

    def repeat(self, node: tree.Node, body: Trace) -> None:
        """Add a loop."""
        if body:
            self.add(Repeat(node, body))

    def called(self, node: tree.Node, function: Function, body: Trace) -> None:
        """Add a function that was run by the call at this node."""
        if body:
            self.add(Called(node, function, body))


def _question(syntax: tree.Tree, test: tree.Node) -> tuple[str, bool]:
    return _asked(" ".join(syntax.text_of(test).split()))


def _asked(text: str) -> tuple[str, bool]:
    """A condition without its negation, and whether it was negated: `not x`, `x is None`."""
    if text.startswith("not ") and " and " not in text and " or " not in text:
        inner, flipped = _asked(text.removeprefix("not "))
        return inner, not flipped
    if text.endswith(" is not None"):
        return text.removesuffix(" is not None"), False
    if text.endswith(" is None"):
        return text.removesuffix(" is None"), True
    return text, False
