"""`def` and `class`: what they define, and what decorators change about it."""

from __future__ import annotations

import functools

from torchlint.binding.scopes import Scope
from torchlint.binding.symbols import Class, Function, class_of, function_of
from torchlint.binding.use_def import resolved_expression
from torchlint.domain.values import MAYBE, NO, UNKNOWN, YES, Value
from torchlint.flow.entry_points import run_entry_point
from torchlint.flow.interpreter import evaluate, execute
from torchlint.flow.library_calls import call_external
from torchlint.flow.state import Frame, Program
from torchlint.knowledge.effects import CallModel
from torchlint.syntax import tree

_GRAD_MODES: dict[object, Value] = {"no-grad": Value("grad-mode", grad=NO), "with-grad": Value("grad-mode", grad=YES)}


def define_function(frame: Frame, node: tree.FunctionDef) -> None:
    """Run a `def`: bind the name to the function, after its decorators."""
    interpreter = frame.interpreter
    function = interpreter.functions.get(node)
    owner = frame.owner if frame.scope.is_class else None
    if function is None:
        function = interpreter.functions[node] = Function(node, owner, frame.scope)
        if frame.unit.is_target:
            interpreter.pending.append(function)
    function.scope = frame.scope
    for parameter in node.parameters:
        if parameter.default is not None:
            evaluate(frame, parameter.default)
    for decorator in node.decorators:
        _decorate(frame, function, decorator)
    if owner is not None and frame.scope.is_class:
        owner.methods[node.name] = function
    frame.scope.bind(node.name, Value("function", ref=function))


def _decorate(frame: Frame, function: Function, decorator: tree.Expression) -> None:
    """Apply a decorator: to a function's binding, and to the grad mode it runs in."""
    name = tree.dotted(decorator) or ""
    if name in ("staticmethod", "classmethod", "property") or name.endswith("cached_property"):
        function.binding = "property" if name.endswith("property") else name
        return
    if name.endswith("contextmanager"):
        function.makes_context = True
        return
    before = frame.state.grad
    called = evaluate(frame, decorator.func if isinstance(decorator, tree.Call) else decorator)
    model = frame.unit.lookup.call_model(called.name) if called.kind == "external" else _model_of(called)
    if model is not None and model.runs is not None:
        function.step = model.runs
    value = evaluate(frame, decorator) if isinstance(decorator, tree.Call) else called
    frame.state.grad = before  # `@torch.set_grad_enabled(False)` is for the function alone
    if value.kind == "external":  # `@torch.no_grad` without parentheses works too
        value = call_external(frame, value.name, [], {}, tree.Call(decorator.start, decorator.end, decorator, []))
        frame.state.grad = before
    model = _model_of(value)
    if model is not None:
        value = _GRAD_MODES.get(model.gives, UNKNOWN)
    elif value.kind == "function":
        factory = function_of(value)
        function.is_switched |= factory.unit.tree.once(_switches, factory.node)
        function.has_other_result |= factory.unit.tree.once(_changes_result, factory.node)
        value = factory.unit.tree.once(_made_by_factory, factory.node)
    if value.kind == "grad-mode":
        function.grad = value.grad
    elif value.kind == "unknown" or value.kind == "external":
        said = tree.last_part(decorator.func if isinstance(decorator, tree.Call) else decorator)
        if "grad" in said or "infer" in said:  # another file's `@smart_inference_mode()`: unknown
            function.grad = MAYBE
        function.is_switched |= "eval" in said


def decorated_by_hand(frame: Frame, node: tree.Assign) -> Value | None:
    """What `step = track("step")(step)` leaves under the name: the function or class itself, as after `@track("step")`.

    What PyTorch's own functions make of a function, `step = torch.func.grad(step)`, may be something else.
    """
    if len(node.targets) != 1 or not isinstance(node.targets[0], tree.Name):
        return None
    made: tree.Expression | None = node.value
    while isinstance(made, tree.Call):
        func = made.func
        while isinstance(func, tree.Call):
            func = func.func
        called = evaluate(frame, func)
        if called.kind not in ("external", "unknown") or (called.kind == "external" and _is_of_torch(called.name)):
            return None
        made = tree.positional(made, 0)
    if made is None or tree.last_name(made) != node.targets[0].id:
        return None
    given = evaluate(frame, made)
    is_named_as_class = given.kind == "external" and given.name.rpartition(".")[2][:1].isupper()
    return given if given.kind in ("function", "class") or is_named_as_class else None


def _is_of_torch(name: str) -> bool:
    return name.partition(".")[0] == "torch"


def _model_of(value: Value) -> CallModel | None:
    """What a user's row says of a decorator of the project's own, as it is written without parentheses."""
    if value.kind in ("function", "method"):
        return function_of(value).model
    return class_of(value).call_model if value.kind == "class" else None


def _made_by_factory(syntax: tree.Tree, factory: tree.Node) -> Value:
    """The effect of a project's own decorator: one that mentions no_grad or inference_mode disables gradients."""
    turns_off = any(node.attr in ("no_grad", "inference_mode") for node in syntax.inside(factory, tree.Attribute))
    return Value("grad-mode", grad=NO) if turns_off else UNKNOWN


def _changes_result(syntax: tree.Tree, factory: tree.Node) -> bool:
    """Whether a project's own decorator makes something else of what the function returns: `return list(f(*args))`."""
    parameters = factory.parameters if isinstance(factory, tree.FunctionDef) else []
    for inner in syntax.inside(factory, tree.FunctionDef) if parameters else ():
        calls = [call for call in syntax.own(inner, tree.Call) if tree.dotted(call.func) == parameters[0].name]
        returned = (one.value for one in syntax.own(inner, tree.Return))
        values = [resolved_expression(syntax, one) if one is not None else None for one in returned]
        if calls and (not values or any(one not in calls for one in values)):
            return True
    return False


def _switches(syntax: tree.Tree, factory: tree.Node) -> bool:
    """Whether a project's own decorator switches the mode of what the function is called on."""
    return any(tree.last_name(call.func) in ("eval", "train") for call in syntax.inside(factory, tree.Call))


def _run_constructor(program: Program, cls: Class) -> None:
    """Run the constructor of a class of another file, as some code there might, in each pass that needs it."""
    interpreter = program.interpreter
    init = cls.methods.get("__init__")
    if init is not None and init not in interpreter.ran:
        run_entry_point(interpreter, init)


def define_class(frame: Frame, node: tree.ClassDef) -> None:
    """Run a `class`: bind the name to the class, and run its body."""
    interpreter = frame.interpreter
    given = [evaluate(frame, a.value) for a in node.bases if a.keyword is None]
    # `ScriptModule if use_jit else nn.Module`: what holds of one of them is taken to hold of the class.
    bases = [base for value in given for base in (value.items if value.kind == "choice" else (value,))]
    cls = interpreter.classes.get(node)
    if cls is None:
        cls = interpreter.classes[node] = Class(node, bases, frame.unit)
        if not frame.unit.is_target:
            cls.prepare = functools.partial(_run_constructor, interpreter.program, cls)
        for base in bases:
            if base.kind == "class":
                class_of(base).subclasses.append(cls)
    for decorator in node.decorators:
        evaluate(frame, decorator)
    inner = Frame(interpreter, Scope(frame.scope, is_class=True), frame.state, chain=frame.chain, stack=frame.stack)
    inner.owner = cls
    execute(inner, node.body)
    for model in cls.models:
        for name, grad in model.wraps.items():
            if name in cls.methods:
                cls.methods[name].grad = grad
    for name, value in inner.scope.names.items():
        if value.kind != "function" or function_of(value).owner is not cls:
            cls.attributes.setdefault(name, value)
    frame.scope.bind(node.name, Value("class", ref=cls))
