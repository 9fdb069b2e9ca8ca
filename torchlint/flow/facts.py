"""The facts that the interpreter records for rules, each with the call path on which it was reached."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from torchlint.binding.symbols import Class, Function
from torchlint.domain.modes import NEVER_SEEN, Mode, Switches
from torchlint.domain.origins import Origin, Origins
from torchlint.domain.values import NO, Value
from torchlint.syntax import tree

# Events in a loop; "maybe-backward" is a call whose name suggests that it trains.
LoopAction = Literal["forward", "backward", "maybe-backward", "zero_grad", "step"]
_TRAINING: frozenset[LoopAction] = frozenset(("backward", "step", "maybe-backward"))


@dataclass(slots=True, eq=False)
class LoopRun:
    """One execution of a loop on one call path."""

    node: tree.Node
    depth: int  # how many calls deep the loop is
    loader: Literal["", "sure", "assumed"] = ""  # whether it iterates over batches
    left_with: list[dict[str, Value]] = field(default_factory=list)  # the names at each `break` and `continue`
    again: bool = False  # whether its body is in its second run, in which values come around
    did: set[LoopAction] = field(default_factory=set)
    direct_actions: set[LoopAction] = field(
        default_factory=set
    )  # of these, what did not happen in a loop inside this one
    replaced: set[str] = field(default_factory=set)  # the lists whose elements it replaces
    batches_of: tuple[tree.Node, ...] = ()  # where the DataLoaders were made that it goes over: several in a `zip`
    over: Value | None = None  # what it goes over, as far as that is known

    @property
    def trains(self) -> bool:
        """Whether a training step happens in it."""
        return bool(self.did & _TRAINING)

    @property
    def trains_itself(self) -> bool:
        """Whether each pass is a training step, rather than an epoch of steps."""
        return bool(self.direct_actions & _TRAINING)

    @property
    def drives(self) -> bool:
        """Whether each pass is a step of training or evaluation, rather than a part of one computation."""
        return bool(self.loader or self.did & {"backward", "step"})


@dataclass(frozen=True, slots=True, repr=False)
class CallContext:
    """The call path and the loops through which a place was reached."""

    function: Function | None
    chain: tuple[tree.Node, ...]  # the calls that led here, outermost first
    stack: tuple[Function, ...]  # the functions that these calls entered, after the one that contains the first call
    loops: tuple[LoopRun, ...]  # outermost first, those of callers too
    grad: int  # whether gradients are enabled
    inside_forward: bool  # whether this is code that builds a model's graph

    @property
    def is_seen_whole(self) -> bool:
        """Whether the call path starts in a program, rather than in a function without known callers."""
        return len(self.stack) == len(self.chain)

    def caller(self, depth: int) -> Function | None:
        """The function that contains the call that many levels up; the place's own function if there is none."""
        at = depth - (len(self.chain) + 1 - len(self.stack))
        return self.stack[at] if at >= 0 else None

    def called_from(self, depth: int) -> tree.Node | None:
        """The call, that many levels up, that led here; None if this place is itself at that level."""
        return self.chain[depth] if depth < len(self.chain) else None


@dataclass(frozen=True, slots=True, repr=False)
class ForwardFact:
    """A model was called."""

    node: tree.Call
    origin: Origin
    model: Value
    mode: Mode | Literal[""]  # that of the whole, whatever its parts were put in
    where: CallContext
    switches: Switches = NEVER_SEEN  # what may have put the model in its mode
    around: LoopRun | None = None  # the innermost loop that was in its second run
    given: tuple[Value, ...] = ()  # its arguments
    frozen: bool = False  # whether no parameter of it requires grad, nor of the module whose method calls it
    entered: Value | None = None  # the module whose method calls it, as seen from outside; None if called from outside

    @property
    def whole(self) -> Value:
        """The model that the code outside models uses: the module itself, or the one whose method calls it."""
        return self.entered or self.model

    @property
    def sources(self) -> frozenset[tree.Node]:
        """Where the module was constructed, and the model whose method calls it."""
        return frozenset(source for source in (self.model.source, self.whole.source) if source is not None)


@dataclass(frozen=True, slots=True, repr=False)
class LayerFact:
    """A method of a module other than its forward called a layer without parameters that depends on the mode."""

    node: tree.Call
    module: Value
    switches: Switches  # what may have put the layer in its mode
    where: CallContext


@dataclass(frozen=True, slots=True, repr=False)
class AccumulationFact:
    """A tensor with a graph was added to what an earlier pass left."""

    node: tree.Node
    origin: Origin
    how: Literal["sum", "container"]
    target: tree.Node
    value: tree.Node | None  # what is added, if it is an expression of its own
    added: Value
    carrier: LoopRun | None  # the loop in whose passes it grows; None if an object carries it
    where: CallContext


@dataclass(frozen=True, slots=True, repr=False)
class DataLoaderFact:
    """A DataLoader was constructed."""

    node: tree.Call
    settings: dict[str, Value]  # by the names of its parameters
    is_open: bool  # whether others may come with a star
    where: CallContext


@dataclass(frozen=True, slots=True, repr=False)
class HookFact:
    """A hook was registered."""

    node: tree.Call
    origin: Origin
    receiver: Value
    where: CallContext
    since: int  # how many forwards had come before


@dataclass(frozen=True, slots=True, repr=False)
class ReturnFact:
    """A function returned a value."""

    node: tree.Return
    value: Value
    where: CallContext


@dataclass(frozen=True, slots=True, repr=False)
class HostSyncFact:
    """A loop, or code of a model's graph, copied values of a tensor to the host, or a size that they decide."""

    node: tree.Expression
    operand: tree.Expression  # the tensor, or the dict of tensors that is logged
    where: CallContext
    is_for_shape: bool = False  # whether the host only has to know how many numbers there are, as in `x[x > 0]`
    is_logged: bool = False  # whether a tracker writes it, perhaps as an entry of a dict


@dataclass(frozen=True, slots=True, repr=False)
class MoveFact:
    """A tensor was moved to a device in a loop, or in code that builds a model's graph."""

    node: tree.Call
    where: CallContext


@dataclass(frozen=True, slots=True, repr=False)
class SampledLoopFact:
    """A loop over batches started, with a shuffling DistributedSampler."""

    loop: LoopRun
    samplers: Origins
    where: CallContext  # that of the loop


@dataclass(frozen=True, slots=True, repr=False)
class ModelWrapperFact:
    """A model was passed to a wrapper that trains or runs it: DistributedDataParallel, torch.compile."""

    node: tree.Call
    model: Value  # as it was before
    wrapper: str


@dataclass(frozen=True, slots=True, repr=False)
class CudaEnvironmentFact:
    """A variable was set that CUDA reads when it is initialised; or CUDA was initialised, if `variable` is empty."""

    node: tree.Node
    variable: str
    where: CallContext


@dataclass(frozen=True, slots=True, repr=False)
class WeightSnapshotFact:
    """A reference to a model's weights was taken without a copy."""

    node: tree.Node
    model: Value
    where: CallContext
    is_on_cpu_only: bool = False  # whether it is a copy where the model is on another device


@dataclass(frozen=True, slots=True, repr=False)
class ModelAliasFact:
    """A loop assigned a second name to a model."""

    node: tree.Assign
    model: Value
    where: CallContext


@dataclass(frozen=True, slots=True, repr=False)
class SnapshotReadFact:
    """A reference to weights was read."""

    node: tree.Node
    taken: tree.Node  # where they were taken
    source: tree.Node | None  # where their model was made
    since: int  # how many changes of parameters had been seen when they were taken,
    until: int  # and how many when they are read
    is_from_afar: bool  # whether another method has stored them
    function: Function | None


ParametersDtype = Literal["half", "bfloat16", "other"]


@dataclass(frozen=True, slots=True, repr=False)
class PrecisionFact:
    """A model's parameters were cast to float16, bfloat16, or to another dtype again; or an optimizer stepped."""

    node: tree.Node
    what: ParametersDtype | Literal["step"]
    subject: Value  # the model, or the optimizer
    where: CallContext
    is_chosen: bool = False  # whether a setting may choose another dtype


@dataclass(slots=True)
class Facts:
    """All facts of one pass over a file."""

    forwards: list[ForwardFact] = field(default_factory=list)
    mode_layers: list[LayerFact] = field(default_factory=list)
    accumulations: list[AccumulationFact] = field(default_factory=list)
    hooks: list[HookFact] = field(default_factory=list)
    host_syncs: list[HostSyncFact] = field(default_factory=list)
    moves: list[MoveFact] = field(default_factory=list)
    returns: list[ReturnFact] = field(default_factory=list)
    model_wrappers: list[ModelWrapperFact] = field(default_factory=list)
    environment: list[CudaEnvironmentFact] = field(default_factory=list)  # in the order in which it happens
    precisions: list[PrecisionFact] = field(default_factory=list)  # in the order in which it happens
    sampled_loops: list[SampledLoopFact] = field(default_factory=list)
    # Calls of `next` on DataLoaders, each with the innermost loop that it is in.
    batches_taken: list[tuple[tree.Call, LoopRun, Value]] = field(default_factory=list)
    leaves: dict[Origin, frozenset[Origin]] = field(default_factory=dict)  # tensors that start a graph: what went in
    batch_loops: set[tree.Node] = field(default_factory=set)  # loops that take a loader's batches
    weight_snapshots: list[WeightSnapshotFact] = field(default_factory=list)
    model_aliases: list[ModelAliasFact] = field(default_factory=list)
    snapshot_reads: list[SnapshotReadFact] = field(default_factory=list)
    loaders: list[DataLoaderFact] = field(default_factory=list)
    # Loops over DataLoaders that are seen to be made, and the loops around, outermost first.
    loops_over: list[tuple[LoopRun, tuple[LoopRun, ...]]] = field(default_factory=list)
    # Attributes that are assigned to a part of a dataset, or to the whole by way of a part; and that part.
    part_writes: list[tuple[tree.Attribute, Value]] = field(default_factory=list)
    restarts: list[tuple[tree.Call, Value, CallContext]] = field(default_factory=list)  # `iter(loader)` in a loop
    values: dict[tree.Node, Value] = field(default_factory=dict)
    # Calls that ask for a module's parameters, or change what they want: how many forwards had come before the first.
    forwards_before: dict[tree.Call, int] = field(default_factory=dict)
    callees: dict[tree.Call, set[str]] = field(default_factory=dict)  # by the names of PyTorch's documentation
    with_grad: set[tree.Call] = field(default_factory=set)  # calls of PyTorch's where gradients may be enabled
    functions: dict[tree.Call, set[Function]] = field(default_factory=dict)  # functions of this file
    # What calls lead to: functions and classes of the project, whether they are followed or not, and dotted names.
    definitions: dict[tree.Call, set[Function | Class | str]] = field(default_factory=dict)
    training: set[Function] = field(default_factory=set)  # in whose run, calls included, backward() happens
    differentiated: set[Origin] = field(default_factory=set)  # reached backward()
    gradless: set[Origin] = field(default_factory=set)  # of forwards that ran without gradients
    in_losses: set[Origin] = field(default_factory=set)  # of these, those that a loss uses: targets
    removed: set[Origin] = field(default_factory=set)  # handles whose hook was removed
    returned: set[Origin] = field(default_factory=set)  # returned to callers that this file does not show
    passed_to_unknown: set[Origin] = field(default_factory=set)  # given to functions that this file does not show
    discarded_by_unknown: set[Origin] = field(
        default_factory=set
    )  # of these, to one whose result is not used: `meter.update(loss)`
    escaping_functions: set[Function] = field(
        default_factory=set
    )  # given to, or returned to, code that this file does not show
    parts: set[Class] = field(default_factory=set)  # modules that are given to another module's constructor
    constructed_by: dict[Class, set[Class | None]] = field(default_factory=dict)  # who constructs objects of a class
    # in containers that lose elements, and the loops around where they do
    shrunk: list[tuple[Origin, frozenset[tree.Node]]] = field(default_factory=list)
    in_forwards: set[tree.Node] = field(default_factory=set)  # watched operations that models' graphs are made of
    graph_free: set[Origin] = field(default_factory=set)  # used in a way that raises for a tensor with a graph
    # of hooks: the loops around, and how many forwards had come before
    removals: list[tuple[Origin, frozenset[tree.Node], int]] = field(default_factory=list)
    detached: set[Origin] = field(
        default_factory=set
    )  # only the numbers were taken: detach(), item(), argmax(), a comparison
    stored: set[Origin] = field(default_factory=set)  # stored in an attribute or a global
    loaded: set[tree.Node] = field(default_factory=set)  # where models were made that were given trained parameters
    made_in_train_mode: set[tree.Node] = field(
        default_factory=set
    )  # where models were made whose maker left them in it
    restored: set[Origin] = field(default_factory=set)  # the origins of what is loaded into a model
    callers_left: bool = False  # whether some code that calls into the file was not run: there was too much of it
    reached: dict[Function, set[int]] = field(default_factory=dict)  # the grad modes a function runs in

    def note_forward(self, fact: ForwardFact) -> None:
        """A model was called."""
        self.forwards.append(fact)
        if fact.where.grad == NO:
            self.gradless.add(fact.origin)
        else:
            self.gradless.discard(fact.origin)

    def runs_without_gradients(self, function: Function) -> bool:
        """Whether a function runs, and only with gradients disabled, as far as the project shows."""
        return self.reached.get(function) == {NO}

    def differentiate(self, origins: Origins) -> None:
        """`backward()` was called on something with these origins; it does not reach what has no graph."""
        reached = {origin for origin in origins if origin.what != "scaled"}
        self.differentiated |= reached - self.gradless
        self.in_losses |= reached & self.gradless

    def inputs_of(self, leaf: Origin) -> Origins | None:
        """The origins of a leaf tensor's data; None if this pass has not run the code that makes it.

        Attributes and the globals of other files outlive the pass that ran the code behind them.
        """
        return self.leaves.get(leaf)
