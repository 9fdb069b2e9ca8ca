"""Calls of the project's functions: their bodies are run with the arguments of the call."""

from __future__ import annotations

from itertools import takewhile

from torchlint.binding.scopes import Scope
from torchlint.binding.symbols import Class, Function
from torchlint.binding.traits import literal_of
from torchlint.domain.joins import join
from torchlint.domain.kinds import ValueKind
from torchlint.domain.modes import UNCLEAR
from torchlint.domain.provenance import origins_of_arguments
from torchlint.domain.values import NO, NONE, UNKNOWN, Value, unknown
from torchlint.flow import prepass
from torchlint.flow.annotations import annotated_value
from torchlint.flow.assignment import keyword_key, rebind
from torchlint.flow.call_memo import memoised
from torchlint.flow.escaping_functions import note_escaping
from torchlint.flow.framework_effects import call_of_users
from torchlint.flow.graphs import graph_given, with_graph
from torchlint.flow.guesses import guessed_model
from torchlint.flow.interpreter import Arguments, Keywords, evaluate, execute
from torchlint.flow.mode_effects import blur, join_modes, left_by, place_of, put_in
from torchlint.flow.state import DEEPEST_CALL, AbstractState, Frame, Interpreter
from torchlint.flow.training_steps import note_unknown_training
from torchlint.flow.unfollowed_calls import may_train
from torchlint.syntax import tree

# Kinds of values that are the same whether gradients are on or off.
_GRADLESS: frozenset[ValueKind] = frozenset(
    ("module", "number", "none", "array", "class", "function", "instance", "loader", "optimizer")
)


def call_function(frame: Frame, function: Function, args: Arguments, keywords: Keywords, node: tree.Node) -> Value:
    """Run a function of the project with the arguments of a call."""
    note_function(frame, function, node)
    if function.model is not None:
        is_bound = function.is_bound and bool(args)
        receiver, given = (args[0], args[1:]) if is_bound else (UNKNOWN, args)
        names = [parameter.name for parameter in function.node.parameters[is_bound:]]
        by_name = takewhile(keywords.__contains__, names[len(given) :])
        given = [*given, *(keywords[name] for name in by_name)]
        rest = {name: value for name, value in keywords.items() if name not in names[: len(given)]}
        return call_of_users(frame, function.model, receiver, given, rest, node)
    if function.chosen_by:
        args, keywords = with_literals(frame, function, args, keywords, node)
    if function.name == "forward" and function.owner is not None and function.owner.is_autograd_function:
        return _apply(frame, function, args, keywords, node)
    if function.unit.is_target or function.makes_context:
        return _call(frame, function, args, keywords, node)
    return memoised(frame, function, args, keywords, node, lambda: _call(frame, function, args, keywords, node))


def note_function(frame: Frame, function: Function, node: tree.Node) -> None:
    """Record which function a call leads to, also where its result is known already."""
    if frame.interpreter.records_facts and isinstance(node, tree.Call):
        frame.interpreter.facts.definitions.setdefault(node, set()).add(function)
        if function.model is None:
            frame.interpreter.facts.functions.setdefault(node, set()).add(function)


def with_literals(
    frame: Frame, function: Function, args: Arguments, keywords: Keywords, node: tree.Node
) -> tuple[Arguments, Keywords]:
    """The arguments of a call, with the literals that are written there for parameters by which the body chooses.

    What a script calls once may be changed there by hand, so that its other branches are read, too.
    """
    if not isinstance(node, tree.Call) or not _is_one_of_several(frame):
        return args, keywords
    written = {a.keyword: literal for a in node.args if a.keyword and (literal := _literal(a.value))}
    keywords = keywords | {name: literal for name, literal in written.items() if name in function.chosen_by}
    places = [argument.value for argument in node.args if argument.keyword is None]
    shift = len(args) - len(places)
    if shift >= 0 and not any(argument.star for argument in node.args):
        parameters = [p.name for p in function.node.parameters if p.kind == "positional"]
        literals = [None] * shift + [_literal(place) for place in places]
        pairs = zip(args, literals, parameters + [""] * len(args))
        args = [literal if literal and name in function.chosen_by else value for value, literal, name in pairs]
    return args, keywords


def _is_one_of_several(frame: Frame) -> bool:
    """Whether code in this frame may run many times: in a function, or in a loop of a script."""
    return frame.function is not None or bool(frame.loops)


def _literal(node: tree.Expression) -> Value | None:
    """The value of a text or a whole number that is written out."""
    literal = literal_of(node)
    return Value("number", ref=literal) if literal is not None else None


def _apply(frame: Frame, function: Function, args: Arguments, keywords: Keywords, node: tree.Node) -> Value:
    """Run the forward of an autograd Function: without gradients, as its backward differentiates the result."""
    before, frame.state.grad = frame.state.grad, NO
    result = _call(frame, function, args, keywords, node)
    frame.state.grad = before
    has_context = function.owner is not None and function.owner.method("setup_context") is None
    grad, assumed = graph_given(frame, [*args[has_context:], *keywords.values()])
    return with_graph(result, grad, origins_of_arguments(args, keywords), assumed=assumed)


def _leads_to_target(interpreter: Interpreter, function: Function, args: Arguments, keywords: Keywords) -> bool:
    """Whether a function is in the checked file, is known to lead there, or is given an object of a class from it."""
    if function.unit.is_target or function.node in interpreter.leading:
        return True
    given = (value.ref for value in (*args, *keywords.values())) if interpreter.runs_callers else ()
    return any(isinstance(ref, Class) and ref.unit.is_target for ref in given)


def _call(frame: Frame, function: Function, args: Arguments, keywords: Keywords, node: tree.Node) -> Value:
    """Run a function; beyond the depth limit, its last result is used."""
    interpreter = frame.interpreter
    origins = origins_of_arguments(args, keywords)
    key = None if interpreter.records_facts else prepass.call_key(function, frame.state.grad, args, keywords)
    if key is not None and key in interpreter.prepass_results:
        return interpreter.prepass_results[key]
    too_deep = len(frame.chain) >= DEEPEST_CALL or function in frame.stack or interpreter.is_spent(function)
    if too_deep:
        interpreter.cuts += function not in frame.stack
        if function.owner is not None and function.name == "__init__" and function not in frame.stack:
            interpreter.layers.not_followed(function.owner)
        if interpreter.runs_callers and interpreter.work > interpreter.limit and function not in frame.stack:
            interpreter.cut_short.update(frame.stack)
            interpreter.facts.callers_left = True
        elif interpreter.records_facts and not interpreter.runs_callers and interpreter.work > interpreter.limit:
            interpreter.is_cut = True
        frame.give(origins)
        if function.usage.trains and function not in frame.stack:
            frame.note_action("maybe-backward")  # its body calls `backward`, whether or not the call gets there
        note_escaping(frame, (*args, *keywords.values()))
        blur(frame, [*(args[1:] if function.leaves_mode else args), *keywords.values()], node)
        if may_train(interpreter, function):
            note_unknown_training(frame, [*args, *keywords.values()], "deep")
        last = last_of(function, frame.state)
        if last is not None:
            # What it gave last is of the same kind; where that came from is another matter.
            return _as_given(frame, function, last, [*args, *keywords.values()], node).replace(origins=origins)
        return NONE if function in frame.stack else unknown(origins)  # a recursion adds nothing to what it ends with
    leaves = interpreter.border is None and not _leads_to_target(interpreter, function, args, keywords)
    if leaves:
        interpreter.border = interpreter.work
    shares = interpreter.gives_share(function)
    if shares:
        interpreter.part = interpreter.work
    interpreter.entered += function.unit.is_target
    inner = enter(frame, function, node)
    _bind_parameters(inner, function, args, keywords)
    if function.computes:
        inner.entered = frame.entered or (args[0] if args and args[0].kind == "module" else None)
    before, modes = frame.state.grad, frame.state.modes
    if function.is_switched and args:
        frame.state.modes = modes.copy()
        put_in(frame, args[0], UNCLEAR, node)
    if function.grad is not None:
        frame.state.grad = function.grad
    result = run_function(inner, function)
    if function.is_switched:
        frame.state.modes = modes  # it restores what it has switched
    if shares:
        interpreter.part = None
    if leaves and interpreter.border is not None:
        if not interpreter.runs_callers:
            interpreter.elsewhere += interpreter.work - interpreter.border
        interpreter.border = None
    if function.grad is not None:
        frame.state.grad = before
    if isinstance(node, tree.Call):
        _share_containers(frame, inner, function, args, node)
    if function.makes_context:
        frame.state.grad = before
        if inner.yielded is None:
            return Value("grad-mode", grad=before)
        # What comes after the `yield` waits for the `with` to end.
        left = left_by(inner.yielded.modes, frame.state.modes)
        frame.state.modes = inner.yielded.modes
        return Value("grad-mode", grad=inner.yielded.grad, ref=left)
    if function.is_generator:
        result = result.with_origins(origins)
    if key is not None and not prepass.is_made_anew(result):
        interpreter.prepass_results[key] = result
    return result


def _as_given(frame: Frame, function: Function, last: Value, given: Arguments, node: tree.Node) -> Value:
    """What a call that is not followed gives by its function's last result: a module is not the one of that time.

    One that the function makes is another one each time; else it may hand on what it is given.
    """
    if last.kind != "module" or last.source is None or not isinstance(node, tree.Call):
        return last
    is_made = isinstance(last.source, tree.Call) and last.source in function.unit.tree.parents
    is_made = is_made and function.node.start <= last.source.start < function.node.end
    modules = [value for value in given if value.kind == "module"]
    if not is_made and modules:
        return modules[0] if len(modules) == 1 else last
    return last.replace(source=place_of(frame, node)) if is_made or any(v.kind == "unknown" for v in given) else last


def last_of(function: Function, state: AbstractState) -> Value | None:
    """A function's last result in the same grad mode; of other results, only what never has a graph."""
    grad = state.grad if function.grad is None else function.grad
    other = next(iter(function.last.values()), None)
    return function.last.get((grad, state.frozen), other if other is not None and other.kind in _GRADLESS else None)


def _share_containers(frame: Frame, inner: Frame, function: Function, args: Arguments, node: tree.Call) -> None:
    """Propagate changes of a list or dict argument to the caller."""
    if {"list", "dict"}.isdisjoint([value.kind for value in args]):
        return
    shift = len(args) - sum(argument.keyword is None for argument in node.args)
    parameters = [p for p in function.node.parameters if p.kind == "positional"]
    for position, argument in enumerate(node.args):
        place = position + shift
        if argument.star or argument.keyword or not 0 <= place < len(parameters):
            continue
        before, after = args[place], inner.scope.names.get(parameters[place].name)
        if after is None or after is before or before.kind not in ("list", "dict") or after.kind != before.kind:
            continue
        if isinstance(argument.value, (tree.Name, tree.Attribute)) and parameters[place].name not in function.rebinds:
            rebind(frame, argument.value, after)


def enter(frame: Frame, function: Function, node: tree.Node) -> Frame:
    """The frame of a function called from here."""
    return Frame(
        frame.interpreter,
        Scope(function.scope),
        frame.state,
        function=function,
        chain=(*frame.chain, node),
        loops=frame.loops,
        stack=(*frame.stack, function),
        inside_forward=frame.inside_forward and (function.builds_a_graph or not function.drives),
    )


def run_function(inner: Frame, function: Function) -> Value:
    """Run a function's body in its frame, and return its result."""
    interpreter = inner.interpreter
    interpreter.ran.add(function)
    if interpreter.records_facts:
        interpreter.facts.reached.setdefault(function, set()).add(inner.state.grad)
    undecided, steps, grad = interpreter.layers.undecided, interpreter.tracer.begin(), inner.state.grad
    ended = execute(inner, function.body)
    interpreter.tracer.end()
    interpreter.tracer.called(inner.chain[-1] if inner.chain else function.node, function, steps)
    interpreter.layers.undecided = undecided
    if inner.left_with:
        inner.state.modes = join_modes(inner.state.modes, inner.left_with, ended)
    result = inner.returned
    if result is None:
        result = NONE if not ended else UNKNOWN  # a body that only raises never returns
    elif not ended and not function.is_generator:
        result = join(result, NONE)
    function.last[grad, inner.state.frozen] = result
    return result


def _bind_parameters(frame: Frame, function: Function, args: Arguments, keywords: Keywords) -> None:
    """Bind a function's parameters to arguments, defaults, annotations, or what their use shows."""
    names = frame.scope.names
    left: list[Value] = list(args)
    starred = next((i for i, v in enumerate(left) if v.kind == "star"), None)
    spread = left[starred:] if starred is not None else []
    if starred is not None:
        left = left[:starred]
    rest = dict(keywords)
    for parameter in function.node.parameters:
        if parameter.kind == "star":
            names[parameter.name] = Value("tuple", items=tuple(left))
            left = []
        elif parameter.kind == "double-star":
            names[parameter.name] = Value("dict", ref={keyword_key(k): v for k, v in rest.items()})
        elif parameter.kind == "positional" and left:
            names[parameter.name] = _given(frame, parameter, left.pop(0))
        elif parameter.name in rest:
            names[parameter.name] = _given(frame, parameter, rest.pop(parameter.name))
        else:
            missing = starred is not None or "*" in rest  # which may give it
            value = annotated_value(frame, parameter.annotation)
            if parameter.default is not None and not missing:
                default = evaluate(frame, parameter.default)
                if parameter.name in function.chosen_by and (len(frame.stack) > 1 or frame.loops):
                    default = _literal(parameter.default) or default
                value = default if default.kind != "none" or value.kind == "unknown" else value
            elif value.kind == "unknown" and missing:
                value = unknown(origins_of_arguments(spread, {"*": rest["*"]} if "*" in rest else {}))
            names[parameter.name] = _given(frame, parameter, value)


def _given(frame: Frame, parameter: tree.Parameter, value: Value) -> Value:
    """An argument as the body sees it: an unknown one is refined by how the parameter is used."""
    if value.kind == "unknown":
        if parameter.name in frame.usage.modules:
            return Value("module", origins=value.origins, source=parameter)
        noted = annotated_value(frame, parameter.annotation)
        if noted.kind != "unknown":
            return noted.with_origins(value.origins)
        if parameter.name in frame.usage.models and not frame.inside_forward:
            return guessed_model(value, parameter)
    return value
