"""Targets of temporal differences, and advantages, through which a loss trains the network that they come from."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.definitions import assignments_in
from torchlint.binding.use_def import definitions_of, resolved_expression, uses
from torchlint.domain.provenance import all_origins
from torchlint.domain.values import NO, YES
from torchlint.knowledge.naming_conventions import names_discount, names_log_probability
from torchlint.knowledge.operations import has_column, spellings
from torchlint.queries import ExpressionView, View, gradients, losses, training
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

_LEAST_DISCOUNT = 0.9
_DEEPEST = 6  # operations between what a loss is given and where it is computed


@dataclass(frozen=True, slots=True, eq=False)
class LiveTarget(ExpressionView):
    """What a loss treats as given, and differentiates."""

    what: str  # what a message calls it
    at: View  # the loss, the difference or the product that it goes into
    network: View  # the call of the network behind it
    is_certain: bool  # whether that network is certainly trained by it


def live_targets(file: File) -> list[LiveTarget]:
    """Discounted estimates that a network is fitted to, and advantages that weigh log-probabilities, by their lines."""
    found: dict[tree.Node, LiveTarget] = {}
    for at, sides in _differences(file):
        for target, prediction in (sides, sides[::-1]):
            if _is_discounted_estimate(file, target.node) and target.value.grad == YES:
                _add(found, target, at, "target", prediction)
            for estimate in _written_into(file, target.node):
                _add(found, file.value(estimate), at, "target", prediction)
    for node in file.tree.all(tree.BinaryOp):
        if node.op == "*" and file.tree.parents.get(node).__class__ is not tree.BinaryOp:
            _add_weights(file, found, node)
    return sorted(found.values(), key=lambda one: one.node.start)


def _add_weights(file: File, found: dict[tree.Node, LiveTarget], product: tree.BinaryOp) -> None:
    """The advantages among the factors of a product that are weights of a log-probability, or of a ratio of two."""
    factors = _flat(product, "*")
    policy = next((one for one in factors if _is_of_policy(file, one)), None)
    for factor in factors if policy is not None else ():
        value = file.value(factor)
        if factor is not policy and value.value.grad == YES and _is_advantage(file, factor):
            _add(found, value, View(file, product), "advantage", file.value(policy or factor))


def _add(found: dict[tree.Node, LiveTarget], given: ExpressionView, at: View, what: str, other: ExpressionView) -> None:
    """Note what is given to a loss, if that trains the network behind it."""
    file, owned = given.file, training.relations(given.file)
    behind, beside = owned.differentiated(given.value).models, owned.differentiated(other.value).models
    optimizers = file.analysis.tracer.optimizers
    held = owned.held_by(frozenset(optimizers)) if optimizers else None
    is_same = owned.share(behind, beside)
    if not is_same and (held is None or not owned.share(behind, held.models)):
        return  # a network that is not trained: its gradients are computed, but never applied
    calls = [fact for fact in file.facts.forwards if fact.origin in all_origins(given.value)]
    if not calls or not file.holds(calls[0].node) or all(fact.frozen for fact in calls):
        return
    is_named = what == "advantage" and not _is_computed_for_policy(file, other.node)
    certain = is_same and given.is_sure and not is_named and not owned.are_several(behind)
    network = View(file, calls[0].node)
    made = resolved_expression(file.tree, given.node)
    found.setdefault(made, LiveTarget(file, given.node, what, at, network, certain))


def _differences(file: File) -> Iterator[tuple[View, tuple[ExpressionView, ExpressionView]]]:
    """What is fitted to what: the two arguments of a loss, the two sides of a difference that is squared."""
    for call in losses.losses_of_difference(file):
        first, second = call.argument(0, "input"), call.argument(1, "target")
        if first is not None and second is not None:
            yield call, (first, second)
    for node in file.tree.all(tree.BinaryOp):
        if node.op == "-" and file.value(node).value.grad == YES and _is_squared(file, node):
            yield View(file, node), (file.value(node.left), file.value(node.right))


def _is_squared(file: File, node: tree.Node) -> bool:
    """Whether a difference is squared on the spot, or under the name that it is given."""
    above = file.tree.parents.get(node)
    if isinstance(above, tree.Assign) and isinstance(above.targets[0], tree.Name):
        return any(_is_squared(file, use) for use in uses(file.tree, above.targets[0]))
    if isinstance(above, tree.BinaryOp):
        return above.op == "**" and above.left is node and file.value(above).value.grad == YES
    call = file.tree.parents.get(above) if above is not None else None
    if not isinstance(call, tree.Call) or tree.last_name(call.func) not in ("pow", "square"):
        return False
    made = gradients.operation_of(file, call)
    return made is not None and made.operand is node and file.value(call).value.grad == YES


def _flat(node: tree.Node, op: str) -> list[tree.Node]:
    """The terms of a sum, or the factors of a product."""
    if isinstance(node, tree.BinaryOp) and node.op == op:
        return [*_flat(node.left, op), *_flat(node.right, op)]
    return [node]


def _plain(file: File, node: tree.Node) -> tree.Node:
    """The expression that another one gives the shape, the type, the sign or a part of."""
    for _ in range(_DEEPEST):
        node = resolved_expression(file.tree, node)
        if isinstance(node, tree.UnaryOp) and node.op == "-":
            node = node.operand
        elif isinstance(node, tree.Subscript):
            node = node.value
        else:
            made = gradients.operation_of(file, node) if isinstance(node, tree.Call) else None
            kept = made is not None and has_column(made.name, "reshape", "copy", "cast", "move", "adds-dimension")
            given = made.operand if made is not None and kept else _returned_by(file, node) or _joined(file, node)
            if given is None:
                return node
            node = given
    return node


def _returned_by(file: File, node: tree.Node) -> tree.Expression | None:
    """What a function of the file gives that is called: `self.target(batch)`, with one `return`."""
    found = gradients.returned_expressions(file, node) if isinstance(node, tree.Call) else []
    return found[0] if len(found) == 1 else None


def _joined(file: File, node: tree.Node) -> tree.Expression | None:
    """What a `torch.cat` or `torch.stack` joins, each of which the only `append` of the function puts into a list."""
    if not isinstance(node, tree.Call) or file.names.spelled_out(node.func) not in spellings("cat", "stack", "concat"):
        return None
    held = tree.positional(node, 0)
    calls = file.tree.own(file.tree.scope(node), tree.Call) if isinstance(held, tree.Name) else []
    added = [call for call in calls if tree.dotted(call.func) == f"{tree.dotted(held)}.append"]
    return tree.positional(added[0], 0) if len(added) == 1 else None


def _is_discounted_estimate(file: File, node: tree.Node) -> bool:
    """Whether it is a reward and what a network expects after it: `reward + gamma * q_net(next_state).max(1)[0]`."""
    terms = _flat(_plain(file, node), "+")
    estimates = [term for term in terms if _is_discounted(file, term)]
    return (
        len(estimates) == 1
        and len(terms) > 1
        and all(file.value(term).value.grad == NO for term in terms if term is not estimates[0])
    )


def _written_into(file: File, target: tree.Node) -> Iterator[tree.Node]:
    """The discounted estimates with graphs that are entries of a target: `target[i][action] = reward + gamma * ...`."""
    if not isinstance(target, tree.Name):
        return
    for one in assignments_in(file.tree.scope(target), into_functions=False):
        root = tree.root_name(one.target) if isinstance(one.target, tree.Subscript) else None
        if root is None or root.id != target.id or one.value is None:
            continue
        given = definitions_of(file.tree, one.value) if isinstance(one.value, tree.Name) else ()
        for value in [one.value, *(definition.value for definition in given)]:
            if value is not None and file.value(value).value.grad == YES and _is_discounted_estimate(file, value):
                yield value


def _is_discounted(file: File, term: tree.Node) -> bool:
    factors = _flat(_plain(file, term), "*")
    named = [one for one in factors if names_discount(_name_of(one)) or _is_discount(one)]
    return bool(named) and any(file.value(one).value.grad == YES for one in factors)


def _is_discount(node: tree.Node) -> bool:
    """Whether a number is written out that little but a discount is: 0.99."""
    return isinstance(node, tree.Constant) and isinstance(node.value, float) and _LEAST_DISCOUNT <= node.value < 1


def _name_of(node: tree.Node) -> str:
    """The name of a number: of `self.gamma`, `config["gamma"]`, `gamma ** n_steps`."""
    if isinstance(node, tree.BinaryOp) and node.op == "**":
        node = node.left
    if isinstance(node, tree.Subscript) and isinstance(node.index, tree.Constant):
        return str(node.index.value)
    return tree.last_name(node) if isinstance(node, (tree.Name, tree.Attribute)) else ""


def _is_of_policy(file: File, node: tree.Node) -> bool:
    """Whether it is the log-probability of an action, or the ratio of the probabilities of two policies."""
    made = _plain(file, node)
    named = [one for one in (node, made) if isinstance(one, (tree.Name, tree.Attribute))]
    if any(names_log_probability(tree.last_name(one)) for one in named):
        return file.value(node).value.grad == YES
    return _is_computed_for_policy(file, node)


def _is_computed_for_policy(file: File, node: tree.Node) -> bool:
    """Whether the code that computes it says so, and not its name alone."""
    made = _plain(file, node)
    if not isinstance(made, tree.Call):
        return False
    if tree.last_name(made.func) == "log_prob":
        return True
    given = gradients.operation_of(file, made)
    if given is None or given.name != "exp" or given.operand is None:
        return False
    inner = _plain(file, given.operand)
    return isinstance(inner, tree.BinaryOp) and inner.op == "-"


def _is_advantage(file: File, node: tree.Node, depth: int = 0) -> bool:
    """Whether it is a difference between a return and what a network expected, normalised at most."""
    made = _plain(file, node)
    if isinstance(made, tree.BinaryOp) and made.op == "/" and depth < 2:
        return _is_advantage(file, made.left, depth + 1)
    if not isinstance(made, tree.BinaryOp) or made.op != "-":
        return False
    left = _plain(file, made.left)
    if file.value(made.right).value.grad == YES and file.value(left).value.grad == NO:
        return True
    return _is_discounted_estimate(file, left) or (depth < 2 and _is_advantage(file, left, depth + 1))  # minus its mean
