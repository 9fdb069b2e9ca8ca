"""States whose entries are picked by a text in their names, which the model need not have."""

from __future__ import annotations

from torchlint.binding.use_def import resolved_expression
from torchlint.queries import CallView
from torchlint.syntax import tree


def is_picked_by_text(load: CallView) -> bool:
    """Whether the state is `{k: v for k, v in state.items() if "body" in k}`, with all names as they were saved."""
    state = load.argument(0, "state_dict")
    node = resolved_expression(load.file.tree, state.node) if state is not None else None
    if not isinstance(node, tree.Comprehension) or node.kind != "dict" or len(node.clauses) != 1:
        return False
    (clause,) = node.clauses
    target, over = clause.target, clause.iter
    if not isinstance(target, tree.Tuple) or not isinstance(over, tree.Call) or tree.last_name(over.func) != "items":
        return False
    key = target.elements[0]
    if not isinstance(key, tree.Name) or not isinstance(node.element, tree.Name) or node.element.id != key.id:
        return False
    return bool(clause.ifs) and all(_asks_for_text(test, key.id) for test in clause.ifs)


def _asks_for_text(test: tree.Expression, key: str) -> bool:
    """Whether a condition keeps the names in which a text is, or that begin with it; or several such."""
    if isinstance(test, tree.BoolOp):
        return all(_asks_for_text(one, key) for one in test.values)
    if isinstance(test, tree.Compare):
        is_text = isinstance(test.left, tree.Constant) and isinstance(test.left.value, str)
        return is_text and test.ops == ["in"] and tree.dotted(test.comparators[0]) == key
    is_call = isinstance(test, tree.Call) and len(test.args) == 1 and isinstance(test.args[0].value, tree.Constant)
    return is_call and isinstance(test, tree.Call) and tree.dotted(test.func) == f"{key}.startswith"
