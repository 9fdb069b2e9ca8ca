"""What is known of an expression, in words; and of what is unknown, why: for people who ask why a rule is silent."""

from __future__ import annotations

from typing import TYPE_CHECKING

from torchlint.binding.symbols import Class, Function
from torchlint.binding.use_def import owner_of, reaching_definitions
from torchlint.domain.values import MAYBE, NO, Value
from torchlint.syntax import edits, tree
from torchlint.syntax.brief_code import brief

if TYPE_CHECKING:
    from torchlint.queries.file import File

_PLAIN = {
    "number": "plain Python data",
    "none": "None",
    "array": "an array or an image",
    "module": "a module",
    "optimizer": "an optimizer",
    "scheduler": "a learning rate scheduler",
    "scaler": "a GradScaler",
    "loader": "a DataLoader",
    "batch": "a batch",
    "dataset": "a dataset",
    "handle": "the handle of a hook",
    "writer": "a SummaryWriter",
    "grad-mode": "a context manager that sets the grad mode",
    "list": "a list",
    "tuple": "a tuple",
    "dict": "a dict",
    "partial": "a partial function",
    "file": "a file of the project",
    "weights": "the weights of a model",
}
_GRAPH = {NO: "without a graph", MAYBE: "that may have a graph"}
# So far back is looked for where something unknown comes from.
_FARTHEST = 4


def described(file: File, node: tree.Expression) -> str:
    """What is known of an expression: "a tensor with a graph", "unknown: parameter of `train`, which nothing calls"."""
    value = file.facts.values.get(node)
    if value is None:
        return "not analysed: this code is not called, or the analysis reached its limit"
    if value.kind == "unknown":
        return f"unknown: {_reason(file, node)}"
    known = _known(value)
    return f"{known}, as far as the code shows" if value.assumed else known


def _known(value: Value) -> str:
    """What a value that is not unknown is."""
    if value.kind in ("tensor", "output"):
        what = "a tensor" if value.kind == "tensor" else "the output of an unknown model"
        return f"{what} {_GRAPH.get(value.grad, 'with a graph')}"
    if isinstance(value.ref, Class):
        return f"the class `{value.ref.name}`" if value.kind == "class" else f"an object of `{value.ref.name}`"
    if isinstance(value.ref, Function):
        return f"the function `{value.ref.name}`"
    if value.kind in ("external", "framework", "imported") and isinstance(value.ref, str):
        return f"`{value.ref}`" if value.kind != "framework" else f"an object of `{value.ref}`"
    return _PLAIN.get(value.kind, f"a value of kind {value.kind}")


def _reason(file: File, node: tree.Expression, depth: int = 0) -> str:
    """Where an unknown value comes from."""
    if isinstance(node, tree.Name):
        return _of_name(file, node, depth)
    if isinstance(node, tree.Attribute):
        owner = file.facts.values.get(node.value)
        if owner is None or owner.kind in ("unknown", "external"):
            return _from(file, node.value, depth)
        return f"no known code assigns `{file.tree.text_of(node)}`"
    if isinstance(node, tree.Subscript):
        return _from(file, node.value, depth)
    if isinstance(node, tree.Call):
        called = file.facts.values.get(node.func)
        if called is not None and isinstance(called.ref, Function):
            return f"the return value of `{called.ref.name}` is not known"
        return _from(file, node.func, depth)
    return f"the result of `{_short(file, node)}`"


def _from(file: File, node: tree.Expression, depth: int) -> str:
    """Where what an expression is made from comes from."""
    value = file.facts.values.get(node)
    if value is not None and value.kind == "external":
        return f"the return value of `{value.ref}` is not known"
    if depth >= _FARTHEST or (value is not None and value.kind != "unknown"):
        return f"it comes from `{_short(file, node)}`"
    return _reason(file, node, depth + 1)


def _of_name(file: File, name: tree.Name, depth: int) -> str:
    """Why what a name stands for is not known."""
    reaching = [one for one in reaching_definitions(file.tree, name) if one is not None]
    if not reaching:
        return f"no known code assigns `{name.id}`"
    one = max(reaching, key=lambda one: one.node.start)
    if one.kind == "parameter":
        return _of_parameter(file, name)
    if one.kind == "import":
        meaning = edits.imported(file.tree).get(name.id, name.id)
        return f"`{meaning}` is imported from unknown code"
    row = _row(file, one.node)
    if isinstance(one.node, tree.For):
        return f"`{name.id}` is an element of `{_short(file, one.node.iter)}`, from the loop at line {row}"
    if one.value is None or depth >= _FARTHEST:
        return f"`{name.id}` is assigned at line {row}"
    return f"`{name.id}` is assigned at line {row}, {_from(file, one.value, depth)}"


def _of_parameter(file: File, parameter: tree.Name) -> str:
    """Why what a parameter stands for is not known."""
    name, scope = parameter.id, owner_of(file.tree, parameter)
    if not isinstance(scope, tree.FunctionDef):
        return f"`{name}` is a parameter of a lambda"
    calls = [call for call, called in file.facts.functions.items() if any(f.node is scope for f in called)]
    if not calls:
        return f"`{name}` is a parameter of `{scope.name}`, which no known code calls"
    return f"`{name}` is a parameter of `{scope.name}`, and the argument at {_place(file, calls)} is not known"


def _place(file: File, calls: list[tree.Call]) -> str:
    """Where the first call is: "line 3" of the file itself if possible, "line 3 of main.py" of another."""
    own = [call for call in calls if file.holds(call)]
    if own:
        return f"line {_row(file, min(own, key=lambda call: call.start))}"
    call = min(calls, key=lambda call: call.start)
    unit = file.analysis.unit_of(call)
    if unit is None:
        return "another file"
    return f"line {_row_in(unit.tree, call)} of {unit.place.rpartition('/')[2]}"


def _row(file: File, node: tree.Node) -> int:
    return _row_in(file.tree, node)


def _row_in(syntax: tree.Tree, node: tree.Node) -> int:
    return syntax.text.count("\n", 0, node.start) + 1


def _short(file: File, node: tree.Node) -> str:
    return brief(file.tree.text_of(node), limit=50)
