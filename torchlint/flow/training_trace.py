"""The order of training: what happens to gradients and learning rates, noted as steps, branches, loops and calls."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from torchlint.binding.scopes import Unit
from torchlint.binding.symbols import Function
from torchlint.domain.origins import Site
from torchlint.domain.values import Value
from torchlint.syntax import tree

# What can be told apart in training:
#   forward    a model is called, with gradients enabled
#   backward   gradients are added up in parameters
#   zero       gradients are cleared: by an optimizer, by a model, or by hand
#   write      gradients are set or changed by hand
#   clip       gradients are clipped
#   unscale    GradScaler.unscale_
#   step       an optimizer changes parameters
#   schedule   a scheduler changes learning rates
#   make       an optimizer is made
#   replace    a model is given another part
#   unseen     something is given to code that this file does not show
#   foreign    gradients are kept elsewhere than in parameters: torch.distributed.autograd
StepKind = Literal[
    "forward",
    "backward",
    "zero",
    "write",
    "clip",
    "unscale",
    "step",
    "schedule",
    "make",
    "replace",
    "unseen",
    "foreign",
]
# Who does it, where that is not the plain way; a scheduler may be told the epoch or the loss. Of what is unseen, what
# is known of the code: a method of something known, what a name says, a framework, or a call that is too deep.
By = Literal["", "engine", "scaler", "hand", "closure", "told", "method", "train", "framework", "deep"]
ExitKind = Literal["continue", "break", "return", "raise"]


@dataclass(frozen=True, slots=True, eq=False)
class Step:
    """One thing that happens in training."""

    what: StepKind
    node: tree.Node
    subject: Value  # the optimizer, scheduler or model; the loss of a backward; the parameters of a clip
    by: By = ""
    holder: tuple[object, ...] = ()  # an unknown subject's name, and the function and the calls where it means that


# The function that a question is asked in, and what is asked; of two ways, the first is taken if the answer is yes.
Question = tuple[object, str]


@dataclass(frozen=True, slots=True, eq=False)
class Choice:
    """Ways of which one is taken: the branches of an `if`, say."""

    test: Question
    ways: list[Trace]


@dataclass(frozen=True, slots=True, eq=False)
class Repeat:
    """A loop."""

    node: tree.Node
    body: Trace


@dataclass(frozen=True, slots=True, eq=False)
class Called:
    """A function that is called."""

    node: tree.Node
    function: Function
    body: Trace


@dataclass(frozen=True, slots=True, eq=False)
class Exit:
    """The end of a pass, a loop, a function or everything: `continue`, `break`, `return`, `raise`."""

    what: ExitKind


Trace = list["Step | Choice | Repeat | Called | Exit"]


def level(trace: Trace) -> Iterator[Step | Repeat]:
    """The steps and the loops to which a trace leads, by branches and calls too; not what is inside these loops."""
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
    """Every step of a trace, in the order of the code."""
    for part in level(trace):
        if isinstance(part, Step):
            yield part
        else:
            yield from steps_of(part.body)


@dataclass(slots=True)
class Tracer:
    """What is noted of the order of training while a file is read."""

    # the top level of each file, and each function that nobody calls
    entries: list[tuple[tree.Node, Trace]] = field(default_factory=list)
    open: list[Trace] = field(default_factory=lambda: [[]])  # the traces that are being written, outermost first
    optimizers: dict[Site, Value] = field(default_factory=dict)  # each optimizer that is made
    schedulers: dict[Site, Value] = field(default_factory=dict)
    # the models that are called at a site, by where they were made: whoever runs the code may bring another one
    forwards: dict[Site, dict[tree.Node | None, Value]] = field(default_factory=dict)
    models: dict[tree.Node, Value] = field(default_factory=dict)  # each model by where it is made
    makers: dict[tree.Node, set[tuple[tree.Node, ...]]] = field(default_factory=dict)  # by which calls models are made
    scalers: set[str] = field(default_factory=set)  # unknown objects that scale losses, by name
    # what changes parameters, as often as it is seen to: steps of optimizers, and unseen code that trains
    changes: list[Step] = field(default_factory=list)

    def begin(self) -> Trace:
        """Write into a new trace from here on."""
        self.open.append([])
        return self.open[-1]

    def end(self) -> None:
        self.open.pop()

    def enter(self, node: tree.Node) -> None:
        """Write into a trace of its own, that of a file or of a function that nobody calls, from here on."""
        self.entries.append((node, self.begin()))

    def add(self, *parts: Step | Choice | Repeat | Called | Exit) -> None:
        self.open[-1].extend(parts)

    def changed(self, steps: Iterator[Step]) -> None:
        """Note which of these steps change parameters."""
        self.changes += [s for s in steps if s.what == "step" or (s.what == "unseen" and s.by == "train")]

    def choose(self, function: Function | None, unit: Unit, test: tree.Node | None, ways: list[Trace]) -> None:
        """One of these ways was taken; two questions of one function that read the same have the same answer."""
        if not any(ways):
            return
        text, flipped = unit.tree.once(_question, test) if test is not None else ("", False)
        key = (function.node if function else None, text)
        self.add(Choice(key, ways[::-1] if flipped and len(ways) == 2 else ways))

    def repeat(self, node: tree.Node, body: Trace) -> None:
        if body:
            self.add(Repeat(node, body))

    def called(self, node: tree.Node, function: Function, body: Trace) -> None:
        """A function was run, by the call at this node."""
        if body:
            self.add(Called(node, function, body))


def _question(syntax: tree.Tree, test: tree.Node) -> tuple[str, bool]:
    return _asked(" ".join(syntax.text_of(test).split()))


def _asked(text: str) -> tuple[str, bool]:
    """A question without its negation, and whether that turns its answer round: `not x`, `x is None`."""
    if text.startswith("not ") and " and " not in text and " or " not in text:
        inner, flipped = _asked(text.removeprefix("not "))
        return inner, not flipped
    if text.endswith(" is not None"):
        return text.removesuffix(" is not None"), False
    if text.endswith(" is None"):
        return text.removesuffix(" is None"), True
    return text, False
