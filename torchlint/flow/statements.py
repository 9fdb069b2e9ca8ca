"""Transfer functions for statements: branches are joined, and loops run until values come around.

Long because each kind of statement has its transfer function here, and branches and loops share their joins.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from torchlint.domain.iteration import element
from torchlint.domain.joins import join
from torchlint.domain.values import NONE, NUMBER, PER_BATCH, UNKNOWN, ModuleList, Value, sequence, truth_of
from torchlint.flow.accumulation import COMBINING, accumulates, note_augmented, note_plain
from torchlint.flow.annotations import annotated_value
from torchlint.flow.assignment import bind
from torchlint.flow.conversions import Narrowed, converted, narrow, number_where, set_number
from torchlint.flow.definitions import decorated_by_hand, define_class, define_function
from torchlint.flow.facts import LoopRun, ReturnFact
from torchlint.flow.host_sync import note_condition
from torchlint.flow.import_binding import bind_modules, bind_names
from torchlint.flow.interpreter import Ends, evaluate, execute, executes
from torchlint.flow.lazy_import import is_main_guard
from torchlint.flow.mode_effects import after_mode_test
from torchlint.flow.module_containers import with_parts_of
from torchlint.flow.operators import operate
from torchlint.flow.samplers import note_pass
from torchlint.flow.state import NAMES_PER_WORK, Frame
from torchlint.flow.training_calls import note_grad_bound
from torchlint.flow.training_trace import Exit
from torchlint.flow.ways import Ways, join_names
from torchlint.flow.weight_aliases import note_alias
from torchlint.syntax import tree


@executes(tree.ExpressionStatement)
def _expression(frame: Frame, node: tree.ExpressionStatement) -> Ends:
    evaluate(frame, node.value)
    return False


@executes(tree.Return)
def _return(frame: Frame, node: tree.Return) -> Ends:
    value = evaluate(frame, node.value) if node.value is not None else NONE
    if (
        frame.interpreter.records_facts
        and frame.unit.is_target
        and frame.function
        and frame.function.name != "<lambda>"
    ):
        frame.interpreter.facts.returns.append(ReturnFact(node, value, frame.where))
    frame.returned = value if frame.returned is None else join(frame.returned, value)
    frame.interpreter.tracer.add(Exit("return"))
    if frame.function is not None:
        frame.left_with.append(frame.state.modes.copy())
    return True


@executes(tree.Continue, tree.Break)
def _leave(frame: Frame, node: tree.Node) -> Ends:
    if frame.loops:
        frame.loops[-1].left_with.append(frame.scope.names)
    frame.interpreter.tracer.add(Exit("break" if isinstance(node, tree.Break) else "continue"))
    return True


@executes(tree.Raise)
def _raise(frame: Frame, node: tree.Raise) -> Ends:
    for part in (node.value, node.cause):
        if part is not None:
            evaluate(frame, part)
    frame.interpreter.tracer.add(Exit("raise"))
    return True


@executes(tree.Assert)
def _assert(frame: Frame, node: tree.Assert) -> Ends:
    evaluate(frame, node.test)
    if node.message is not None:
        evaluate(frame, node.message)
    set_number(frame, number_where(frame, node.test, holds=True))
    return False


@executes(tree.Delete)
def _delete(frame: Frame, node: tree.Delete) -> Ends:
    for target in node.targets:
        if name := tree.dotted(target):
            frame.scope.names.pop(name, None)
            if isinstance(target, tree.Attribute):
                note_grad_bound(frame, target, NONE)
        elif isinstance(target, tree.Subscript):
            frame.shrink(evaluate(frame, target.value))  # `del losses[0]`
    return False


@executes(tree.Scoped)
def _scoped(frame: Frame, node: tree.Scoped) -> Ends:
    (frame.scope.globals if node.is_global else frame.scope.nonlocals).update(node.names)
    return False


@executes(tree.Import)
def _import(frame: Frame, node: tree.Import) -> Ends:
    bind_modules(frame, node)
    return False


@executes(tree.ImportFrom)
def _import_from(frame: Frame, node: tree.ImportFrom) -> Ends:
    bind_names(frame, node)
    return False


@executes(tree.FunctionDef, tree.ClassDef)
def _define(frame: Frame, node: tree.FunctionDef | tree.ClassDef) -> Ends:
    if isinstance(node, tree.ClassDef):
        define_class(frame, node)
    else:
        define_function(frame, node)
    return False


@executes(tree.If)
def _if(frame: Frame, node: tree.If) -> Ends:
    if frame.function is None and frame.unit.is_target and is_main_guard(node.test):
        before = set(frame.interpreter.ran)
        ended = _branches(frame, node)
        frame.interpreter.ran_as_main = frame.interpreter.ran - before
        return ended
    return _branches(frame, node)


def _branches(frame: Frame, node: tree.If) -> Ends:
    """Run the branches of an `if`. An `elif` is an `if` nested in the branch before, and there may be thousands."""
    undecided: list[tuple[Ways, tree.If, Value, str, tuple[Narrowed, Narrowed, dict[str, Value]]]] = []
    while True:
        if not frame.unit.is_main and is_main_guard(node.test):
            body = node.orelse
        else:
            tested = evaluate(frame, node.test)
            truth = truth_of(tested)
            if truth is None:
                note_condition(frame, node.test)
                ways = Ways(frame)
                ways.enter()
                there = narrow(frame, node.test, holds=True)
                ends = execute(frame, node.body)
                number = converted(frame, node)
                others = {} if ends else frame.scope.names
                ways.leave(ends, node.body)
                ways.enter()
                here = narrow(frame, node.test, holds=False)
                undecided.append((ways, node, tested, number, (there, here, others)))
            body = node.body if truth else node.orelse  # where it is known, it is a flag that this call sets
        if body is node.body or len(body) != 1 or not isinstance(body[0], tree.If):
            break
        node = body[0]
    ended = execute(frame, body)
    for ways, node, tested, number, (there, here, others) in reversed(undecided):
        names = {} if ended else frame.scope.names
        ways.leave(ended, node.orelse)
        ended = ways.close(node.test)
        there.widen(frame, others, names)
        here.widen(frame, names, others)
        set_number(frame, number)
        after_mode_test(frame, node.test, tested, node.body)
    return ended


@executes(tree.Try)
def _try(frame: Frame, node: tree.Try) -> Ends:
    before = dict(frame.scope.names)
    tracer = frame.interpreter.tracer
    frame.interpreter.work += len(before) * (1 + len(node.handlers)) // NAMES_PER_WORK
    ways = [tracer.begin()]
    ended = execute(frame, node.body) or execute(frame, node.orelse)
    tracer.end()
    joined = None if ended else frame.scope.names
    raised = join_names(before, frame.scope.names)
    for handler in node.handlers:
        frame.scope.names = dict(raised)
        if handler.name:
            frame.scope.bind(handler.name, NUMBER)
        ways.append(tracer.begin())
        if not execute(frame, handler.body):
            joined = frame.scope.names if joined is None else join_names(joined, frame.scope.names)
        tracer.end()
    tracer.choose(frame.function, frame.unit, None, ways)
    if joined is not None:
        frame.scope.names = joined
    return execute(frame, node.finalbody) or joined is None


@executes(tree.Match)
def _match(frame: Frame, node: tree.Match) -> Ends:
    subject = evaluate(frame, node.subject)

    def enter(case: tree.Case) -> None:
        for name in case.names:
            frame.scope.bind(name, subject if case.is_capture else Value("unknown", origins=subject.origins))
        if case.guard is not None:
            evaluate(frame, case.guard)

    takes_all = any(case.is_capture and case.guard is None for case in node.cases)
    ways = Ways(frame)
    for case in node.cases:
        ways.enter()
        enter(case)
        ways.leave(execute(frame, case.body), case.body)
    if not takes_all:
        ways.enter()
        ways.leave(False, [])
    return ways.close(None)


@executes(tree.For)
def _for(frame: Frame, node: tree.For) -> Ends:
    iterated = evaluate(frame, node.iter)
    one = element(iterated)
    loop = LoopRun(node, len(frame.chain), _loader(iterated), batches_of=_batches_of(iterated), over=iterated)
    if loop.loader:
        note_pass(frame, loop, iterated)
    if frame.interpreter.records_facts and loop.batches_of:
        frame.interpreter.facts.loops_over.append((loop, tuple(frame.loops)))
    again = _loop(frame, loop, lambda: bind(frame, node.target, one), over_models=one.kind == "module")
    return again or execute(frame, node.orelse)


@executes(tree.While)
def _while(frame: Frame, node: tree.While) -> Ends:
    again = _loop(frame, LoopRun(node, len(frame.chain)), lambda: evaluate(frame, node.test))
    return again or execute(frame, node.orelse)


def _loader(iterated: Value) -> Literal["", "sure", "assumed"]:
    """Whether iterating over a value yields batches: "sure", "assumed" or not at all."""
    if iterated.kind == "enumerate":
        return _loader(iterated.items[0])
    if iterated.kind == "zip":
        found = [_loader(item) for item in iterated.items]
        return "sure" if "sure" in found else "assumed" if "assumed" in found else ""
    if iterated.kind == "loader" or iterated.made_by == PER_BATCH:
        return "assumed" if iterated.assumed else "sure"
    if iterated.kind == "list" and iterated.items and iterated.items[0].kind == "batch":
        return "sure"
    return ""


def _batches_of(iterated: Value) -> tuple[tree.Node, ...]:
    """Where the DataLoaders that a loop iterates over were constructed."""
    if iterated.kind == "loader":
        return (iterated.source,) if iterated.source is not None else ()
    inside = iterated.items if iterated.kind in ("enumerate", "zip") else ()
    return tuple(made for item in inside for made in _batches_of(item))


def _loop(frame: Frame, loop: LoopRun, start: Callable[[], Any], *, over_models: bool = False) -> Ends:
    """Run a loop's body; and a second time for values that come around, unless an outer loop is in its first run.

    A loop over models runs for each of them, so their modes before the loop say nothing about those after it.
    """
    if loop.loader:
        frame.interpreter.facts.batch_loops.add(loop.node)
    outer = frame.loops
    frame.loops = (*outer, loop)
    before, state = frame.scope.names, frame.state.copy()
    frame.scope.names = dict(before)
    steps = frame.interpreter.tracer.begin()
    start()
    body: list[tree.Statement] = loop.node.body  # type: ignore[attr-defined]  # a For or a While
    _run_pass(frame, loop, body)
    if all(around.again for around in outer):
        frame.scope.names = join_names(before, frame.scope.names)
        loop.again = True
        steps.clear()  # the second run's steps include what came around
        start()
        _run_pass(frame, loop, body)
    frame.interpreter.tracer.end()
    frame.interpreter.tracer.repeat(loop.node, steps)
    frame.loops = outer
    frame.scope.names = join_names(_if_it_ran(before, frame.scope.names, loop), frame.scope.names)
    if over_models:
        state.modes = frame.state.modes
    frame.state.join(state)
    return False


def _if_it_ran(before: dict[str, Value], after: dict[str, Value], loop: LoopRun) -> dict[str, Value]:
    """The names before a loop, without those that start as a number and become a tensor in it: most loops run.

    Lists whose elements are all replaced are left out, too: if the loop did not run, they were empty. So are sums that
    a `for` restarts in every pass.
    """
    body = loop.node.body if isinstance(loop.node, tree.For) else []
    assigned = [s.targets[0] for s in body if isinstance(s, tree.Assign) and len(s.targets) == 1]
    anew = {target.id for target in assigned if isinstance(target, tree.Name)} & before.keys()
    anew = {name for name in anew if any(origin.what == "accumulation" for origin in before[name].origins)}
    return {
        name: value
        for name, value in before.items()
        if name not in loop.replaced and name not in anew
        if value.kind != "number" or name not in after or after[name].kind != "tensor"
    }


def _run_pass(frame: Frame, loop: LoopRun, body: list[tree.Statement]) -> None:
    """Run a loop's body once, and join the states of all its exits."""
    ended = execute(frame, body)
    names = loop.left_with if ended and loop.left_with else [frame.scope.names, *loop.left_with]
    joined = names[0]
    for other in names[1:]:
        joined = join_names(joined, other)
    frame.scope.names = joined
    loop.left_with = []


@executes(tree.Assign)
def _assign(frame: Frame, node: tree.Assign) -> Ends:
    value = evaluate(frame, node.value)
    if value.kind == "unknown" and isinstance(node.value, tree.Call):
        value = decorated_by_hand(frame, node) or value
    if value.kind == "module":
        note_alias(frame, node, value)
    if isinstance(node.value, tree.Subscript) and isinstance(node.value.index, tree.Slice):
        if any(tree.dotted(t) == tree.dotted(node.value.value) for t in node.targets):
            frame.shrink(value)  # `losses = losses[-10:]`
    if isinstance(node.value, COMBINING) and accumulates(frame.unit.tree, node):
        value = note_plain(frame, node, value)
    for target in node.targets:
        bind(frame, target, value, node.value)
    return False


@executes(tree.AnnotatedAssign)
def _annotated(frame: Frame, node: tree.AnnotatedAssign) -> Ends:
    value = evaluate(frame, node.value) if node.value is not None else UNKNOWN
    if value.kind == "unknown":
        value = annotated_value(frame, node.annotation).with_origins(value.origins)
    if node.value is not None or value.kind != "unknown":
        bind(frame, node.target, value, node.value)
    return False


@executes(tree.AugmentedAssign)
def _augmented(frame: Frame, node: tree.AugmentedAssign) -> Ends:
    old, added = evaluate(frame, node.target), evaluate(frame, node.value)
    if old.kind == "list" and node.op == "+":
        result = old
        if added.kind in ("list", "tuple") and added.items:
            inside = added.items[0] if added.kind == "list" else element(added)
            old_items = old.items or (inside, inside)
            result = sequence((join(old_items[0], inside), added.items[-1]), old.origins | added.origins)
    elif isinstance(old.ref, ModuleList) and node.op == "+":
        result = with_parts_of(old, added)
    else:
        result = operate(frame, old, added, node.op, node)
    if node.op in "+-" or old.kind == "list":
        result = note_augmented(frame, node, old, added, result)
    bind(frame, node.target, result, None)
    return False
