"""The interpreter's state: what a pass shares, and the frame of one run of one body."""

from __future__ import annotations

from typing import NamedTuple

from torchlint.binding.scopes import Scope, SourceUnit
from torchlint.binding.symbols import Class, Function
from torchlint.binding.usage import Usage
from torchlint.domain.modes import Modes
from torchlint.domain.origins import Origin, OriginKind, Origins
from torchlint.domain.provenance import all_origins
from torchlint.domain.values import NO, YES, Value
from torchlint.flow.facts import CallContext, Facts, LoopAction, LoopRun
from torchlint.flow.mode_dependence import ModeLayers, ModelPlaces
from torchlint.flow.training_trace import Trace, Tracer
from torchlint.project.project_files import ProjectFiles
from torchlint.syntax import tree

# How many calls deep bodies are followed: a program's main, the trainer that it makes, its epochs and steps, and then
# the forwards of models in models. How much work one file may cost, in expressions per expression: each call of a
# function runs its body again.
DEEPEST_CALL = 12
WORK_PER_NODE = 60
# In a file where that is more, as much as this or a few expressions per expression: about five seconds of work.
MOST_WORK, LEAST_PER_NODE = 400_000, 4
# Once the budget is used up, this much more work is allowed for the file's own code; beyond that it is given up.
MOST_AFTER, AFTER_PER_NODE = 600_000, 10
# A branch copies all names around it; this many cost as much as one expression.
NAMES_PER_WORK = 64
# The budget of one call from the checked code into other files, whatever earlier calls cost. Most helpers, constructors
# and forwards take less; those that take more build whole families of models.
WORK_ASIDE = 500
# While callers are run, at most this part of what is left for them, and at least so much. A smaller part cuts off the
# constructors of models that fit, in programs that have loaded their data before.
SHARE_ASIDE, LEAST_ASIDE = 4, 60
# Beyond it, each submodule that is constructed still gets this much: the last one may be the one that matters.
WORK_OF_PART = 50
# The budget of all these calls together, per node of the file, and its minimum.
WORK_ELSEWHERE, LEAST_ELSEWHERE = 15, 35_000
# The prepass only determines what attributes hold.
FIRST_SHARE = 0.005


class AbstractState:
    """The state that a call shares with its caller: the grad mode, and what switched each model last.

    `frozen` is set while code of a module runs whose parameters don't require grad.
    """

    __slots__ = ("frozen", "grad", "modes")

    def __init__(self, grad: int = YES, modes: Modes | None = None, *, frozen: bool = False) -> None:
        self.grad, self.modes, self.frozen = grad, modes or Modes(), frozen

    def copy(self) -> AbstractState:
        """A copy that can change independently."""
        return AbstractState(self.grad, self.modes.copy(), frozen=self.frozen)

    def join(self, other: AbstractState) -> None:
        """Join with the state at the end of another branch."""
        self.grad = self.grad if self.grad == other.grad else 1
        self.modes.join(other.modes)


class CallSummary(NamedTuple):
    """The memoised summary of a call into another file: its result, and its effects.

    Those are what happened in the loop, in which order, whether it trained, and which layers became submodules.
    """

    result: Value
    did: frozenset[LoopAction]
    steps: Trace
    trains: bool
    parts: tuple[int, bool]  # as ModeLayers.close has them


class OutOfWork(Exception):
    """A file exceeds the work budget."""


class Program:
    """What all passes over a file share: the files read with it, and what they define and construct."""

    interpreter: Interpreter  # the pass that runs, or ran last

    def __init__(self, target: SourceUnit, project_files: ProjectFiles | None) -> None:
        self.target, self.project_files = target, project_files
        self.units: dict[str, SourceUnit] = {target.place: target} if target.place else {}
        self.unreadable: set[str] = set()
        self.functions: dict[tree.Node, Function] = {}
        self.classes: dict[tree.Node, Class] = {}
        self.numbers: dict[tree.Node, Value] = {}  # those that are written out
        self.frozen: set[tree.Node] = set()  # where models were made whose parameters want no gradient
        self.thawed: set[tree.Node] = set()  # where models were constructed whose parameters were unfrozen
        self.gradless: set[Class] = set()  # whose forwards turn gradients off for all that they call
        self.places = ModelPlaces()
        self.settings: dict[tree.Node, dict[str, Value]] = {}  # what objects with settings hold, by what made them
        self.parts: dict[tree.Node, dict[str, Value]] = {}  # what the attributes of each `nn.Module()` hold

    def unit(self, place: str, syntax: tree.Tree) -> SourceUnit:
        """Another file, of which the same is known as of the target."""
        return SourceUnit(place, syntax, root=self.target.root, lookup=self.target.lookup)


class Interpreter:
    """One pass over a file, and over what it uses of other files; a new one for each pass.

    Conclusions of an earlier pass, which did not know all attributes yet, are dropped; what passes share is in the
    program.
    """

    def __init__(self, program: Program, *, records_facts: bool) -> None:
        self.program, self.records_facts = program, records_facts
        program.interpreter = self
        self.target, self.project_files = program.target, program.project_files
        self.units, self.unreadable = program.units, program.unreadable
        self.functions, self.classes, self.numbers = program.functions, program.classes, program.numbers
        self.frozen, self.thawed, self.gradless = program.frozen, program.thawed, program.gradless
        self.layers = ModeLayers(program.places)
        self.facts = Facts()
        self.tracer = Tracer()
        self.recorded_from: dict[tree.Node, tuple[tree.Node, ...]] = {}
        # Where a chain of calls has made a tensor with a graph.
        self.recorded_graphs: dict[tree.Node, tuple[tree.Node, ...]] = {}
        # What need not be run again: calls into other files, calls of the prepass, and forwards.
        self.call_results: dict[object, CallSummary] = {}
        self.prepass_results: dict[object, Value] = {}
        self.forward_results: dict[object, Value] = {}  # by class and kinds of arguments
        self.registries: dict[object, list[tuple[str, str]]] = {}  # the files and names of what decorators put in
        self.may_train: dict[tree.Node, bool] = {}  # functions that were not followed
        # What ran.
        self.pending: list[Function] = []  # defined, and not yet run
        self.ran: set[Function] = set()
        self.ran_as_main: set[Function] = set()  # of these, the ones that only the file's own `__main__` block ran
        self.cut_short: set[Function] = set()  # functions that callers ran, but not all that these call
        self.leading: set[tree.Node] = set()  # functions of other files that lead to the file that is checked
        self.runs_callers = False  # whether callers in other files are run now
        self.objects_held: set[tuple[Class, str]] = set()  # attributes that were assigned a module, an optimizer, ...
        # What happened, by how often: a call in which nothing did gives the same again.
        self.entered = 0  # a function of the file that is checked was entered
        self.trained = 0  # something was differentiated
        self.stateful = 0  # code looked at something that a file's own names hold, and that may change
        self.cuts = 0  # a call was not followed, as it was too deep or had cost too much
        self.parts_called = self.parts_with_graph = 0  # forwards called modules, and those with gradients on
        # How much work was done, and how much may be.
        self.work = self.limit = self.limit_elsewhere = 0
        self.most_work = 0  # past which the file is given up
        self.elsewhere = 0  # how much of the work was done in other files,
        self.border: int | None = None  # and how much there was when the one that runs now was entered,
        self.part: int | None = None  # or the submodule that runs now on a share of its own
        self.is_cut = False  # whether a call was not followed because of the limit for the whole file

    @property
    def is_full(self) -> bool:
        """Whether the limit on opened files is reached for now."""
        return self.runs_callers and self.work > self.limit

    def allow(self, nodes: int, elsewhere: int) -> None:
        """Set the work budget for a file with so many nodes.

        `elsewhere` is the share for other files: a short script that calls a large library needs more there than its
        own size suggests.
        """
        self.limit_elsewhere = elsewhere
        self.limit = min(nodes * WORK_PER_NODE + 10_000 + elsewhere, max(MOST_WORK, nodes * LEAST_PER_NODE))
        self.most_work = self.limit + MOST_AFTER + nodes * AFTER_PER_NODE

    def is_spent(self, function: Function) -> bool:
        """Whether the work budget is used up, so that a function is no longer followed."""
        if self.work > self.limit:
            return True
        if self.border is None or function.unit.is_target:
            return False
        now = self.work - self.border
        if not self.runs_callers and self.elsewhere + now > self.limit_elsewhere:
            return True
        if self.part is not None:
            return self.work - self.part > WORK_OF_PART
        return now > self._most_aside and not function.constructs_module

    @property
    def _most_aside(self) -> int:
        """How much a call from the checked code, or from what leads there, may cost in other files.

        Callers share one budget. What they call on their way gets less as it runs out, so that they arrive.
        """
        if not self.runs_callers:
            return WORK_ASIDE
        return min(WORK_ASIDE, max(LEAST_ASIDE, (self.limit - self.work) // SHARE_ASIDE))

    def gives_share(self, function: Function) -> bool:
        """Whether a submodule is constructed on a share of its own, as the budget of the call around is used up."""
        is_over = self.border is not None and self.work - self.border > self._most_aside
        return is_over and self.part is None and function.constructs_module and not function.unit.is_target


class Frame:
    """One run of one body: the file's top level, or a function as called from one place."""

    __slots__ = (
        "chain",
        "entered",
        "function",
        "inside_forward",
        "interpreter",
        "left_with",
        "loops",
        "owner",
        "returned",
        "scope",
        "stack",
        "state",
        "unit",
        "usage",
        "yielded",
    )

    def __init__(
        self,
        interpreter: Interpreter,
        scope: Scope,
        state: AbstractState,
        *,
        function: Function | None = None,
        chain: tuple[tree.Node, ...] = (),
        loops: tuple[LoopRun, ...] = (),
        stack: tuple[Function, ...] = (),
        inside_forward: bool = False,
        entered: Value | None = None,
    ) -> None:
        self.interpreter, self.scope, self.state = interpreter, scope, state
        self.unit: SourceUnit = scope.unit  # the file that this body is in
        self.function, self.chain, self.loops, self.stack = function, chain, loops, stack
        self.inside_forward = inside_forward
        self.entered = entered  # the module whose method was called from code outside modules, and led here
        self.owner: Class | None = function.owner if function else None
        self.usage: Usage = function.usage if function else scope.unit.usage  # how the names of this body are used
        self.returned: Value | None = None
        self.left_with: list[Modes] = []  # the modes at each `return`
        self.yielded: AbstractState | None = None  # the state at a `yield`

    @property
    def where(self) -> CallContext:
        """The call path and loops that lead to the current place."""
        return CallContext(self.function, self.chain, self.stack, self.loops, self.state.grad, self.inside_forward)

    @property
    def comes_around(self) -> LoopRun | None:
        """The innermost loop that is in its second run."""
        return next((loop for loop in reversed(self.loops) if loop.again), None)

    def origin(self, what: OriginKind, node: tree.Node) -> Origin:
        """An origin: this place, on this call path."""
        return Origin(what, node, self.chain)

    def watched(self, value: Value, node: tree.Node) -> Value:
        """The result of an operation, with an origin that shows later whether a backward passed through it."""
        if not value.grad:
            return value
        if self.inside_forward:
            self.interpreter.facts.in_forwards.add(node)
        return value.with_origins(frozenset((self.origin("operation", node),)))

    def note_action(self, what: LoopAction) -> None:
        """Record in every loop around that this happened; training also in every function around."""
        if what in ("backward", "maybe-backward"):
            self.interpreter.facts.training.update(self.stack)
            self.interpreter.trained += 1
        for loop in self.loops:
            loop.did.add(what)
        if self.loops:
            self.loops[-1].direct_actions.add(what)

    def differentiate(self, value: Value, *, goes_on: bool = False) -> None:
        """`backward()` was called on a value; `goes_on` if its gradient is a part of something larger."""
        self.interpreter.facts.differentiate(all_origins(value))
        self.note_action("maybe-backward" if goes_on else "backward")

    def leaf(self, node: tree.Node, origins: Origins) -> Origins:
        """The origins of a leaf tensor, made of data with these origins."""
        origin = self.origin("leaf", node)
        self.interpreter.facts.leaves[origin] = self.interpreter.facts.leaves.get(origin, frozenset()) | origins
        return origins | {origin}

    def shrink(self, container: Value) -> None:
        """A container loses elements as others are added."""
        around = frozenset(loop.node for loop in self.loops)
        self.interpreter.facts.shrunk += [
            (origin, around) for origin in all_origins(container) if origin.what == "accumulation"
        ]

    def remove(self, value: Value) -> None:
        """`.remove()` was called on a value, or a `with` over it ended; if it is a handle, its hook is removed."""
        around = frozenset(loop.node for loop in self.loops)
        for origin in all_origins(value):
            if origin.what == "hook":
                self.interpreter.facts.removed.add(origin)
                self.interpreter.facts.removals.append((origin, around, len(self.interpreter.facts.forwards)))

    def give(self, origins: Origins, *, for_result: bool = False) -> None:
        """Values with these origins were passed to unknown code, perhaps for its result."""
        if origins:
            self.interpreter.facts.passed_to_unknown |= origins
            if not for_result:
                self.interpreter.facts.discarded_by_unknown |= origins

    def cut(self, value: Value) -> None:
        """A value's numbers were read without its graph."""
        if value.origins:
            self.interpreter.facts.detached |= value.origins

    def gradless(self, origins: Origins) -> Origins:
        """Of the origins of a tensor without a graph, those of models that ran without gradients themselves.

        Whatever is computed of their outputs says what these are used for; other graphs have ended here.
        """
        return origins & self.interpreter.facts.gradless if origins else origins

    def graph(self, grad: int) -> int:
        """Whether a result gets a graph here, if its inputs would give it one."""
        return grad if self.state.grad == YES else NO if self.state.grad == NO else min(grad, 1)
