"""Whether a load is strict, and whether code before it asks which names a state lacks, or has failed to load it."""

from __future__ import annotations

from torchlint.binding.unpacked import unpacked
from torchlint.binding.use_def import resolved_expression
from torchlint.queries import CallView, ExpressionView
from torchlint.syntax import tree


def unpacked_strict(load: CallView) -> ExpressionView | None:
    """What a load is given for `strict` out of a dict that is written in this file."""
    given = unpacked(load.file.tree, load.node, "strict")
    return ExpressionView(load.file, given) if given is not None else None


def names_were_compared(load: CallView) -> bool:
    """Whether code before it asks which names of the model the file lacks: `set(model.state_dict()) - set(saved)`."""
    model = tree.dotted(load.receiver.node) if load.receiver is not None else None
    if model is None:
        return False
    scope = load.file.tree.scope(load.node)
    compared = load.file.tree.once(_comparisons, scope)
    return any(_has_names_of(load, own, model) for end, own in compared if end <= load.node.start)


def _comparisons(_: tree.Tree, scope: tree.Node) -> list[tuple[int, tree.Expression]]:
    """The sets that comparisons in a function ask for, each with the end of the comparison."""
    return [(node.end, own) for node in tree.walk(scope, into_functions=False) for own in _compared(node)]


def _compared(node: tree.Node) -> list[tree.Expression]:
    """The sets whose members a comparison asks for in another: the left one of a difference, both of an equality."""
    if isinstance(node, tree.BinaryOp) and node.op in ("-", "^"):
        return [node.left] if node.op == "-" else [node.left, node.right]
    if isinstance(node, tree.Compare) and set(node.ops) <= {"==", "!="}:
        return [node.left, *node.comparators]
    if isinstance(node, tree.Call) and tree.last_name(node.func) in ("difference", "symmetric_difference"):
        return [node.func.value] if isinstance(node.func, tree.Attribute) else []
    return []


def _has_names_of(load: CallView, names: tree.Expression, model: str) -> bool:
    """Whether an expression, or what the name in it was assigned, is made of the names in a model's state."""
    node = resolved_expression(load.file.tree, names)
    while isinstance(node, tree.Call):
        if tree.dotted(node.func) == f"{model}.state_dict":
            return True
        inner: tree.Expression | None = None
        if tree.dotted(node.func) in ("set", "frozenset", "sorted", "list") and len(node.args) == 1:
            inner = node.args[0].value
        elif isinstance(node.func, tree.Attribute) and node.func.attr == "keys":
            inner = node.func.value
        if inner is None:
            return False
        node = resolved_expression(load.file.tree, inner)
    return False


def is_second_try(load: CallView) -> bool:
    """Whether another load has failed before, and its error is shown, which lists the names that do not match.

    So it is in the handler of a `try` around that load, which prints or logs the error.
    """
    tried = {node: side for node, side in load.file.tree.branches(load.node, tree.Try).items() if side == "handlers"}
    return any(isinstance(node, tree.Try) and _shows_a_failed_load(load, node) for node in tried)


def _shows_a_failed_load(load: CallView, attempt: tree.Try) -> bool:
    calls = (node for part in attempt.body for node in tree.walk(part) if isinstance(node, tree.Call))
    if not any(tree.last_name(call.func) == "load_state_dict" for call in calls):
        return False
    handler = next(one for one in attempt.handlers if load.file.is_within(load.node, one))
    return any(_shows_error(node, handler.name) for part in handler.body for node in tree.walk(part))


def _shows_error(node: tree.Node, name: str | None) -> bool:
    """Whether code of a handler uses the error: by its name, or by what asks for the one that is handled."""
    if isinstance(node, tree.Name):
        return node.id == name
    if not isinstance(node, tree.Call):
        return False
    logs_it = any(one.keyword in ("exc_info", "exception") for one in node.args)
    return logs_it or tree.last_name(node.func) in ("exception", "print_exc", "format_exc", "exc_info")
