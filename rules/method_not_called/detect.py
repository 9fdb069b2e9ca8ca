"""Methods that are named where they should be called: as statements of their own, or as values."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from torchlint.binding.qualified_names import is_imported
from torchlint.binding.symbols import Class
from torchlint.binding.use_def import reaching_definition
from torchlint.finding import Edit
from torchlint.knowledge.naming_conventions import names_model
from torchlint.knowledge.operations import operations
from torchlint.knowledge.signatures import (
    ASKS,
    METHODS_OF_ANYTHING,
    METHODS_WITHOUT_ARGUMENTS,
    STEPS_BY_NAME,
    is_answer,
)
from torchlint.queries import CallView, ExpressionView, File, api, checkpoints
from torchlint.syntax import tree

_PARTS = (tree.Dict, tree.List, tree.Tuple)
# Methods that give a number or numbers: nobody hands on one of these to be called later.
_NUMBERS = frozenset(("item", "tolist"))
# Methods that set a module's mode, with what comes before `training` in code that asks for the same.
_MODES = {"eval": "not ", "train": ""}
# Methods that modules have, and optimizers and schedulers have not.
_OF_MODULES = operations("mode", of="torch.nn.Module") | {"parameters", "named_parameters"}
_HOLDS, _COUNTS = "so the condition is always true", "so it always counts as true"
_CONDITIONS = (_HOLDS, _COUNTS)


@dataclass(frozen=True, slots=True, eq=False)
class Uncalled(ExpressionView):
    """A method that is named and not called."""

    happens: str  # what comes of that: "so it does nothing"
    is_certain: bool = True  # whether it is surely a method, and no attribute of a class that nobody sees

    @property
    def instead(self) -> str:
        """The code that was meant: a call, or in place of a condition that asks for the mode, the mode."""
        node = self.node
        if isinstance(node, tree.Attribute) and node.attr in _MODES and self.happens in _CONDITIONS:
            return f"{_MODES[node.attr]}{self.file.tree.text_of(node.value)}.training"
        return self.with_call("()")

    @property
    def edits(self) -> tuple[Edit, ...]:
        """The edit that writes that instead; none where it would need parentheses, maybe."""
        return self.then("()") if self.instead.endswith("()") else ()


def uncalled_methods(file: File) -> Iterator[Uncalled]:
    """Methods of optimizers, modules, schedulers and tensors that are not called, in source order."""
    saved = _saved(file)
    for held in file.tree.all(tree.Attribute):
        above = file.tree.parents.get(held)
        if isinstance(above, tree.ExpressionStatement):
            kind = file.value(held.value).value.kind
            is_method = held.attr in METHODS_WITHOUT_ARGUMENTS.get(kind, ()) or _is_named_as_one(held)
            if above in api.displayed(file):
                continue
            if is_method:
                yield Uncalled(file, held, "so it does nothing")
            elif held.attr in _MODES and _may_set_mode(file, held):
                yield Uncalled(file, held, "so it does nothing", _certainly_sets_mode(file, held))
        elif held in saved:
            owner = file.value(held.value)
            is_certain = owner.value.kind != "unknown" or saved[held]
            if is_answer(owner.value.kind, held.attr) if owner.value.kind != "unknown" else not owner.is_self:
                yield Uncalled(file, held, "so the method is saved instead of the state", is_certain)
        elif (happens := _as_value(file, held, above)) and (_is_method(file, held) or _is_question(file, held)):
            yield Uncalled(file, held, happens)


def _is_method(file: File, held: tree.Attribute) -> bool:
    """Whether an attribute is surely a method that is called for what it returns."""
    value = file.value(held.value).value
    return (value.proven or value.kind != "tensor") and not value.assumed and is_answer(value.kind, held.attr)


def _is_question(file: File, held: tree.Attribute) -> bool:
    """Whether this is a function of PyTorch that answers yes or no: `torch.cuda.is_available`."""
    return held.attr.startswith("is_") and file.names.spelled_out(held) in ASKS


def _is_named_as_one(held: tree.Attribute) -> bool:
    """Whether the name says that it is a method called for what it does, of an object that nothing is known of."""
    if held.attr == "step":
        return STEPS_BY_NAME.search(tree.last_name(held.value)) is not None
    return held.attr in METHODS_OF_ANYTHING


def _may_set_mode(file: File, held: tree.Attribute) -> bool:
    """Whether `x.eval` may be a method: an object of the project's own class shows it, and a package has none."""
    value = file.value(held.value).value
    if isinstance(value.ref, Class):
        own = value.ref.method(held.attr)
        return own is not None and own.binding != "property"
    return value.kind == "unknown" and not is_imported(file.tree, tree.root_name(held.value))


def _certainly_sets_mode(file: File, held: tree.Attribute) -> bool:
    """Whether it surely is one: `config.train` or `dataset.train` may be an attribute that is read for its effect."""
    return isinstance(file.value(held.value).value.ref, Class) or names_model(tree.last_name(held.value))


def _saved(file: File) -> dict[tree.Attribute, bool]:
    """Each `x.state_dict` in what is saved, with whether a caller's code shows that `x` is a module."""
    found: dict[tree.Attribute, bool] = {}
    for saved in checkpoints.saved_values(file) if ".state_dict" in file.text else ():
        for state in _states(saved.node):
            found[state] = any(_is_module(file, state, call) for call in saved.callers)
    return found


def _is_module(file: File, state: tree.Attribute, call: checkpoints.FunctionCall) -> bool:
    """Whether a caller gives a module where the state is taken from: it asks the same name for its parameters."""
    definition = reaching_definition(file.tree, state.value) if isinstance(state.value, tree.Name) else None
    parameter = next(
        (p for p in call.function.parameters if definition is not None and p.name == definition.name), None
    )
    given = call.given(parameter) if parameter is not None else None
    around, name = call.syntax.scope(call.node), tree.dotted(given) if given is not None else None
    asked = (one.func for one in call.syntax.inside(around, tree.Call) if isinstance(one.func, tree.Attribute))
    return name is not None and any(f.attr in _OF_MODULES and tree.dotted(f.value) == name for f in asked)


def _states(node: tree.Node | None) -> Iterator[tree.Attribute]:
    """The `x.state_dict` that a value is, or that is a part of a dict, list or tuple."""
    if isinstance(node, tree.Attribute) and node.attr == "state_dict":
        yield node
    elif isinstance(node, tree.Dict):
        for value in node.values:
            yield from _states(value)
    elif isinstance(node, (tree.List, tree.Tuple)):
        for element in node.elements:
            yield from _states(element)
    elif isinstance(node, tree.Call) and tree.dotted(node.func) == "dict":
        for argument in node.args:
            yield from _states(argument.value)


def _as_value(file: File, held: tree.Attribute, above: tree.Node | None) -> str:
    """What comes of a method that stands where a value is wanted; empty where it may be wanted itself."""
    if isinstance(above, (tree.If, tree.While, tree.Assert, tree.Conditional)):
        return _HOLDS if above.test is held else ""
    if isinstance(above, tree.BoolOp) or (isinstance(above, tree.UnaryOp) and above.op == "not"):
        return _COUNTS if _is_condition(file, above) else ""
    if isinstance(above, tree.Compare):
        return "so it is never equal to anything" if set(above.ops) <= {"==", "!="} else ""
    if isinstance(above, tree.FormattedString) or _is_shown(file, above):
        return "so the method itself is printed"
    if held.attr in _NUMBERS and (isinstance(above, _PARTS) or _is_appended(file, above) or _is_element(held, above)):
        return "so the method is kept, with the tensor and its graph"
    return ""


def _is_condition(file: File, node: tree.Node) -> bool:
    """Whether an `and`, `or` or `not` is a part of a condition, and not of `given or x.size`."""
    above = file.tree.parents.get(node)
    while isinstance(above, (tree.BoolOp, tree.UnaryOp)):
        node, above = above, file.tree.parents.get(above)
    return isinstance(above, (tree.If, tree.While, tree.Assert, tree.Conditional)) and above.test is node


def _call_given(file: File, above: tree.Node | None) -> tree.Call | None:
    """The call that something is an argument of."""
    call = file.tree.parents.get(above) if isinstance(above, tree.Argument) else None
    return call if isinstance(call, tree.Call) else None


def _is_shown(file: File, above: tree.Node | None) -> bool:
    """Whether something is printed, or put into a text by `format` or `%`."""
    if isinstance(above, tree.Tuple):
        above = file.tree.parents.get(above)
    if isinstance(above, tree.BinaryOp):
        return above.op == "%" and isinstance(above.left, (tree.Constant, tree.FormattedString))
    call = _call_given(file, above)
    if call is None:
        return False
    func = call.func
    is_format = isinstance(func, tree.Attribute) and func.attr == "format" and isinstance(func.value, tree.Constant)
    return is_format or (isinstance(func, tree.Name) and func.id == "print" and not CallView(file, call).names)


def _is_element(held: tree.Attribute, above: tree.Node | None) -> bool:
    """Whether a comprehension makes its elements of this."""
    return isinstance(above, tree.Comprehension) and above.element is held


def _is_appended(file: File, above: tree.Node | None) -> bool:
    call = _call_given(file, above)
    return call is not None and isinstance(call.func, tree.Attribute) and call.func.attr == "append"
