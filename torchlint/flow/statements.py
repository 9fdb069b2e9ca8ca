"""One body's flow: statements run over the lattice, branches joined, loops run until values come around."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from torchlint.binding.symbols import Class
from torchlint.domain.values import NONE, NUMBER, UNKNOWN, Value, element, join, sequence, truth_of
from torchlint.flow.accumulation import COMBINING, accumulates, note_augmented, note_plain
from torchlint.flow.annotations import annotated_value
from torchlint.flow.assignment import bind
from torchlint.flow.definitions import define_class, define_function
from torchlint.flow.expressions import evaluate
from torchlint.flow.facts import LoopRun, ReturnEvent
from torchlint.flow.import_binding import bind_modules, bind_names
from torchlint.flow.lazy_import import is_main_guard
from torchlint.flow.mode_effects import leave, restore
from torchlint.flow.operators import operate
from torchlint.flow.samplers import note_pass
from torchlint.flow.state import NAMES_PER_WORK, Frame, OutOfWork, State
from torchlint.flow.training_calls import note_grad_bound
from torchlint.flow.training_trace import Exit, Trace
from torchlint.flow.weight_aliases import note_alias
from torchlint.syntax import tree

# Whether a statement ends the body it stands in: nothing after it runs.
Ends = bool


def run(frame: Frame, body: list[tree.Statement]) -> Ends:
    """Run statements in order; whether they left the body before its end. Raises OutOfWork."""
    machine = frame.machine
    for statement in body:
        if machine.work > machine.most_work:
            raise OutOfWork
        handler = _STATEMENTS.get(statement.__class__)
        if handler is not None and handler(frame, statement):
            return True
    return False


def _expression(frame: Frame, node: tree.ExpressionStatement) -> Ends:
    evaluate(frame, node.value)
    return False


def _return(frame: Frame, node: tree.Return) -> Ends:
    value = evaluate(frame, node.value) if node.value is not None else NONE
    if frame.machine.recording and frame.unit.is_target and frame.function and frame.function.name != "<lambda>":
        frame.machine.record.returns.append(ReturnEvent(node, value, frame.where))
    frame.returned = value if frame.returned is None else join(frame.returned, value)
    frame.machine.tracer.add(Exit("return"))
    if frame.function is not None:
        frame.left_with.append(frame.state.modes.copy())
    return True


def _leave(frame: Frame, node: tree.Node) -> Ends:
    if frame.loops:
        frame.loops[-1].left_with.append(frame.scope.names)
    frame.machine.tracer.add(Exit("break" if isinstance(node, tree.Break) else "continue"))
    return True


def _raise(frame: Frame, node: tree.Raise) -> Ends:
    for part in (node.value, node.cause):
        if part is not None:
            evaluate(frame, part)
    frame.machine.tracer.add(Exit("raise"))
    return True


def _assert(frame: Frame, node: tree.Assert) -> Ends:
    evaluate(frame, node.test)
    if node.message is not None:
        evaluate(frame, node.message)
    return False


def _delete(frame: Frame, node: tree.Delete) -> Ends:
    for target in node.targets:
        if name := tree.dotted(target):
            frame.scope.names.pop(name, None)
            if isinstance(target, tree.Attribute):
                note_grad_bound(frame, target, NONE)
        elif isinstance(target, tree.Subscript):
            frame.shrink(evaluate(frame, target.value))  # `del losses[0]`
    return False


def _scoped(frame: Frame, node: tree.Scoped) -> Ends:
    (frame.scope.globals if node.is_global else frame.scope.nonlocals).update(node.names)
    return False


def _import(frame: Frame, node: tree.Import) -> Ends:
    bind_modules(frame, node)
    return False


def _import_from(frame: Frame, node: tree.ImportFrom) -> Ends:
    bind_names(frame, node)
    return False


def _define(frame: Frame, node: tree.FunctionDef | tree.ClassDef) -> Ends:
    if isinstance(node, tree.ClassDef):
        define_class(frame, node)
    else:
        define_function(frame, node)
    return False


def _if(frame: Frame, node: tree.If) -> Ends:
    """Run the branches of an `if`: an `elif` is an `if` in the branch before, and there may be thousands."""
    undecided: list[tuple[_Ways, tree.If, Value]] = []
    while True:
        if not frame.unit.is_main and is_main_guard(node.test):
            body = node.orelse
        else:
            tested = evaluate(frame, node.test)
            truth = truth_of(tested)
            if truth is None:
                ways = _Ways(frame)
                ways.enter()
                ways.leave(run(frame, node.body), node.body)
                ways.enter()
                undecided.append((ways, node, tested))
            body = node.body if truth else node.orelse  # where it is known, it is a flag that this call sets
        if body is node.body or len(body) != 1 or not isinstance(body[0], tree.If):
            break
        node = body[0]
    ended = run(frame, body)
    for ways, node, tested in reversed(undecided):
        ways.leave(ended, node.orelse)
        ended = ways.close(node.test)
        restore(frame, tested, node.body)
    return ended


class _Ways:
    """Branches that are run from the same state, one after the other; on goes what those that reach their end share."""

    def __init__(self, frame: Frame) -> None:
        self._frame, self._names = frame, frame.scope.names
        self._state = self._after = State(frame.state.grad, frame.state.modes)
        self._joined: dict[str, Value] | None = None
        self._traces: list[Trace] = []
        self._some_left = False
        frame.machine.layers.undecided += 1

    def enter(self) -> None:
        """Begin the next branch."""
        frame = self._frame
        frame.scope.names = dict(self._names)
        frame.machine.work += len(self._names) // NAMES_PER_WORK
        frame.state.grad, frame.state.modes = self._state.grad, self._state.modes.copy()
        self._traces.append(frame.machine.tracer.begin())

    def leave(self, ended: Ends, body: list[tree.Statement]) -> None:
        """End the branch, which `body` was."""
        frame = self._frame
        frame.machine.tracer.end()
        if not ended:
            if self._joined is None:
                self._joined, self._after = frame.scope.names, State(frame.state.grad, frame.state.modes)
            else:
                self._joined = _join_names(self._joined, frame.scope.names)
                self._after.join(frame.state)
        elif not isinstance(body[-1], tree.Raise):
            self._some_left = True

    def close(self, test: tree.Expression | None) -> Ends:
        """Go on behind all of them; whether none of them reaches its end."""
        frame = self._frame
        if not self._some_left:  # else what follows may not run either, up to the end of the function
            frame.machine.layers.undecided -= 1
        frame.scope.names = self._names if self._joined is None else self._joined
        frame.state.grad, frame.state.modes = self._after.grad, self._after.modes
        frame.machine.tracer.choose(frame, test, self._traces)
        return self._joined is None


def _join_names(a: dict[str, Value], b: dict[str, Value]) -> dict[str, Value]:
    found = dict(a)
    for name, value in b.items():
        old = found.get(name)
        found[name] = value if old is None or old is value else join(old, value)
    return found


def _try(frame: Frame, node: tree.Try) -> Ends:
    before = dict(frame.scope.names)
    tracer = frame.machine.tracer
    frame.machine.work += len(before) * (1 + len(node.handlers)) // NAMES_PER_WORK
    ways = [tracer.begin()]
    ended = run(frame, node.body) or run(frame, node.orelse)
    tracer.end()
    joined = None if ended else frame.scope.names
    raised = _join_names(before, frame.scope.names)
    for handler in node.handlers:
        frame.scope.names = dict(raised)
        if handler.name:
            frame.scope.bind(handler.name, NUMBER)
        ways.append(tracer.begin())
        if not run(frame, handler.body):
            joined = frame.scope.names if joined is None else _join_names(joined, frame.scope.names)
        tracer.end()
    tracer.choose(frame, None, ways)
    if joined is not None:
        frame.scope.names = joined
    return run(frame, node.finalbody) or joined is None


def _with(frame: Frame, node: tree.With) -> Ends:
    before = frame.state.grad
    entered = []
    for item in node.items:
        value = evaluate(frame, item.context)
        entered.append(value)
        value = _enter(frame, value, item.context)
        if item.target is not None:
            bind(frame, item.target, value)
    ended = run(frame, node.body)
    for value, item in zip(entered, node.items):
        if value.kind == "handle":
            frame.remove(value)  # handles are context managers
        if value.kind in ("grad-mode", "instance") or _is_stack(item.context):
            frame.state.grad = before  # an ExitStack leaves what was entered on it
        leave(frame, value, item.context)
    return ended


def _enter(frame: Frame, value: Value, node: tree.Expression) -> Value:
    """What a `with` binds; entering switches gradients, if that is what the context manager is for."""
    if value.kind == "grad-mode":
        frame.state.grad = value.grad
        return UNKNOWN
    if value.kind == "instance" and isinstance(value.ref, Class) and (method := value.ref.method("__enter__")):
        from torchlint.flow.function_calls import call_function

        return call_function(frame, method, [value], {}, node)
    return value


def _is_stack(node: tree.Expression) -> bool:
    """Whether a `with` is over a contextlib.ExitStack."""
    name = tree.dotted(node.func) if isinstance(node, tree.Call) else None
    return name is not None and name.endswith("ExitStack")


def _match(frame: Frame, node: tree.Match) -> Ends:
    subject = evaluate(frame, node.subject)

    def enter(case: tree.Case) -> None:
        for name in case.names:
            frame.scope.bind(name, subject if case.is_capture else Value("unknown", sites=subject.sites))
        if case.guard is not None:
            evaluate(frame, case.guard)

    takes_all = any(case.is_capture and case.guard is None for case in node.cases)
    ways = _Ways(frame)
    for case in node.cases:
        ways.enter()
        enter(case)
        ways.leave(run(frame, case.body), case.body)
    if not takes_all:
        ways.enter()
        ways.leave(False, [])
    return ways.close(None)


def _for(frame: Frame, node: tree.For) -> Ends:
    iterated = evaluate(frame, node.iter)
    one = element(iterated)
    loop = LoopRun(node, len(frame.chain), _loader(iterated), batches_of=_batches_of(iterated))
    if loop.loader:
        note_pass(frame, loop, iterated)
    if frame.machine.recording and loop.batches_of is not None:
        frame.machine.record.loops_over.append((loop, bool(frame.loops)))
    again = _loop(frame, loop, lambda: bind(frame, node.target, one), over_models=one.kind == "module")
    return again or run(frame, node.orelse)


def _while(frame: Frame, node: tree.While) -> Ends:
    again = _loop(frame, LoopRun(node, len(frame.chain)), lambda: evaluate(frame, node.test))
    return again or run(frame, node.orelse)


def _loader(iterated: Value) -> Literal["", "sure", "soft"]:
    """Whether iterating over a value yields batches: "sure", "soft" or not at all."""
    if iterated.kind == "enumerate":
        return _loader(iterated.items[0])
    if iterated.kind == "zip":
        found = [_loader(item) for item in iterated.items]
        return "sure" if "sure" in found else "soft" if "soft" in found else ""
    if iterated.kind == "loader":
        return "soft" if iterated.soft else "sure"
    if iterated.kind == "list" and iterated.items and iterated.items[0].kind == "batch":
        return "sure"
    return ""


def _batches_of(iterated: Value) -> tree.Node | None:
    """Where the DataLoader was made that a loop goes over."""
    if iterated.kind == "loader":
        return iterated.source
    inside = iterated.items if iterated.kind in ("enumerate", "zip") else ()
    return next((found for item in inside if (found := _batches_of(item)) is not None), None)


def _loop(frame: Frame, loop: LoopRun, start: Callable[[], Any], *, over_models: bool = False) -> Ends:
    """Run a loop's body; a second time, for what comes around, unless an outer loop is still in its first run.

    A loop over models runs for each of them: which mode they were in before says nothing of that afterwards.
    """
    if loop.loader:
        frame.machine.record.over_batches.add(loop.node)
    outer = frame.loops
    frame.loops = (*outer, loop)
    before, state = frame.scope.names, frame.state.copy()
    frame.scope.names = dict(before)
    steps = frame.machine.tracer.begin()
    start()
    body: list[tree.Statement] = loop.node.body  # type: ignore[attr-defined]  # a For or a While
    _run_pass(frame, loop, body)
    if all(around.again for around in outer):
        frame.scope.names = _join_names(before, frame.scope.names)
        loop.again = True
        steps.clear()  # what is known in the second run is what comes around, too
        start()
        _run_pass(frame, loop, body)
    frame.machine.tracer.end()
    frame.machine.tracer.repeat(loop.node, steps)
    frame.loops = outer
    frame.scope.names = _join_names(_if_it_ran(before, frame.scope.names, loop), frame.scope.names)
    if over_models:
        state.modes = frame.state.modes
    frame.state.join(state)
    return False


def _if_it_ran(before: dict[str, Value], after: dict[str, Value], loop: LoopRun) -> dict[str, Value]:
    """The names before a loop, less those that start as a number and become a tensor in it: most loops run.

    Nor is anything left of a list whose elements are all replaced: if the loop did not run, there was none. And a sum
    that a `for` starts over in every pass is not that of before.
    """
    body = loop.node.body if isinstance(loop.node, tree.For) else []
    assigned = [s.targets[0] for s in body if isinstance(s, tree.Assign) and len(s.targets) == 1]
    anew = {target.id for target in assigned if isinstance(target, tree.Name)} & before.keys()
    anew = {name for name in anew if any(site.what == "accumulation" for site in before[name].sites)}
    return {
        name: value
        for name, value in before.items()
        if name not in loop.replaced and name not in anew
        if value.kind != "number" or name not in after or after[name].kind != "tensor"
    }


def _run_pass(frame: Frame, loop: LoopRun, body: list[tree.Statement]) -> None:
    """Run a loop's body once; what it leaves is what all its ways out have in common."""
    ended = run(frame, body)
    names = loop.left_with if ended and loop.left_with else [frame.scope.names, *loop.left_with]
    joined = names[0]
    for other in names[1:]:
        joined = _join_names(joined, other)
    frame.scope.names = joined
    loop.left_with = []


def _assign(frame: Frame, node: tree.Assign) -> Ends:
    value = evaluate(frame, node.value)
    if value.kind == "module":
        note_alias(frame, node, value)
    if isinstance(node.value, tree.Subscript) and isinstance(node.value.index, tree.Slice):
        if any(tree.dotted(t) == tree.dotted(node.value.value) for t in node.targets):
            frame.shrink(value)  # `losses = losses[-10:]`
    if isinstance(node.value, COMBINING) and frame.unit.tree.once(accumulates, node):
        value = note_plain(frame, node, value)
    for target in node.targets:
        bind(frame, target, value, node.value)
    return False


def _annotated(frame: Frame, node: tree.AnnotatedAssign) -> Ends:
    value = evaluate(frame, node.value) if node.value is not None else UNKNOWN
    if value.kind == "unknown":
        value = annotated_value(frame, node.annotation).passing(value.sites)
    if node.value is not None or value.kind != "unknown":
        bind(frame, node.target, value, node.value)
    return False


def _augmented(frame: Frame, node: tree.AugmentedAssign) -> Ends:
    old, added = evaluate(frame, node.target), evaluate(frame, node.value)
    if old.kind == "list" and node.op == "+":
        result = old
        if added.kind in ("list", "tuple") and added.items:
            inside = added.items[0] if added.kind == "list" else element(added)
            old_items = old.items or (inside, inside)
            result = sequence((join(old_items[0], inside), added.items[-1]), old.sites | added.sites)
    else:
        result = operate(frame, old, added, node.op, node)
    if node.op in "+-" or old.kind == "list":
        result = note_augmented(frame, node, old, added, result)
    bind(frame, node.target, result, None)
    return False


_STATEMENTS: dict[type, Callable[[Frame, Any], Ends]] = {
    tree.ExpressionStatement: _expression,
    tree.Return: _return,
    tree.Raise: _raise,
    tree.Continue: _leave,
    tree.Break: _leave,
    tree.Assert: _assert,
    tree.Delete: _delete,
    tree.Scoped: _scoped,
    tree.Import: _import,
    tree.ImportFrom: _import_from,
    tree.FunctionDef: _define,
    tree.ClassDef: _define,
    tree.If: _if,
    tree.Try: _try,
    tree.With: _with,
    tree.Match: _match,
    tree.For: _for,
    tree.While: _while,
    tree.Assign: _assign,
    tree.AnnotatedAssign: _annotated,
    tree.AugmentedAssign: _augmented,
}
