"""Losses that are differentiated past the accelerator or Fabric which has prepared the optimizer."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from torchlint.binding.definitions import Definition, assignments_to
from torchlint.binding.use_def import definitions_of, owner_of, reaching_definitions
from torchlint.queries import CallView, ExpressionView, checkpoints, testing
from torchlint.syntax import tree
from torchlint.syntax.conditions import tests_at

if TYPE_CHECKING:
    from torchlint.queries import File

# The methods that prepare models and optimizers, and a word in the names of what has them.
_PREPARING = {"prepare": "accelerat", "prepare_optimizer": "accelerat", "setup": "fabric"}
# Conditions that ask how the program runs: with an accelerator or without, and in which precision.
_ASKS = re.compile(r"accelerat|fabric|deepspeed|fp16|amp\b|precision|half", re.IGNORECASE)
_OPTIMIZER = re.compile(r"opt", re.IGNORECASE)
_PRECISIONS = ("mixed_precision", "precision")
_WITHOUT_SCALER = re.compile(r"(no$|bf16|32|64)")
_STEPS = "gradient_accumulation_steps"


@dataclass(frozen=True, slots=True, eq=False)
class BypassingBackward(CallView):
    """`loss.backward()`, beside steps of an optimizer that an accelerator has prepared."""

    node: tree.Call
    setup: CallView  # the call of `prepare`
    is_always_prepared: bool  # whether all callers in this file pass a prepared optimizer
    loss: ExpressionView

    @property
    def accelerator(self) -> str:
        """The name of what prepared the optimizer."""
        return self.setup.receiver.text if self.setup.receiver is not None else ""

    @property
    def instead(self) -> str:
        """The call to write."""
        return f"{self.accelerator}.backward({self.loss})"

    @property
    def sees_accelerator(self) -> bool:
        """Whether the accelerator has this name here, too, and the call has no more arguments to pass on."""
        root, syntax = tree.root_name(self.setup.node.func), self.file.tree
        same = syntax.scope(self.node) is syntax.scope(self.setup.node)
        return not self.node.args and root is not None and (same or owner_of(syntax, root) is syntax.root)

    @property
    def is_certain(self) -> bool:
        """Whether every run of the program prepares the optimizer."""
        return self.is_always_prepared and not testing.is_conditional(self.setup)


def bypassing_backwards(file: File) -> Iterator[BypassingBackward]:
    """Such calls, in source order."""
    prepared = _preparing_calls(file)
    for call in file.method_calls("backward") if prepared else ():
        loss = call.receiver
        if loss is None or not _may_be_loss(loss) or any(not one.keyword for one in call.node.args):
            continue  # `engine.backward(loss)`, `accelerator.backward(loss)`
        known = _setup_of_steps(file, call, prepared)
        if known is not None and not _is_choice(file, call) and not _is_thrown_away(file, call):
            yield BypassingBackward(file, call.node, *known, loss)


def _preparing_calls(file: File) -> dict[tree.Call, CallView]:
    """The calls that may prepare an optimizer for a precision that needs scaled losses."""
    found = {}
    for call in file.method_calls(*_PREPARING):
        if call.receiver is None:
            continue  # a function of that name
        # By its name, or what it is known to be: `self.accel` of `self.accel = Accelerator()`.
        known = call.receiver.value.ref
        name = f"{tree.dotted(call.receiver.node) or ''} {known if isinstance(known, str) else ''}".lower()
        if _PREPARING[call.method] in name and not _needs_no_scaling(file, call):
            found[call.node] = call
    return found


def _needs_no_scaling(file: File, call: CallView) -> bool:
    """Whether what prepares is made for a precision without loss scaling, and accumulates no gradients."""
    name = tree.dotted(call.receiver.node) if call.receiver is not None else None
    scope = file.tree.above(call.node, tree.ClassDef) or file.tree.root
    for made in assignments_to(file.tree, scope, name or ""):
        given = {one.keyword: one.value for one in made.value.args} if isinstance(made.value, tree.Call) else {}
        precision = next((tree.string_of(given[key]) for key in _PRECISIONS if key in given), None)
        if precision is not None and _WITHOUT_SCALER.match(precision) and _STEPS not in given:
            return True
    return False


def _may_be_loss(receiver: ExpressionView) -> bool:
    """Whether this is a tensor, and not what scales or differentiates one."""
    if receiver.value.kind == "tensor":
        return not any(tree.last_part(call.func) == "scale" for call in _calls_in(receiver))
    name = tree.last_name(receiver.node).lower()
    return receiver.value.kind == "unknown" and isinstance(receiver.node, tree.Name) and "loss" in name


def _calls_in(view: ExpressionView) -> list[tree.Call]:
    return [node for node in tree.walk(view.node) if isinstance(node, tree.Call)]


def _setup_of_steps(
    file: File, backward: CallView, prepared: dict[tree.Call, CallView]
) -> tuple[CallView, bool] | None:
    """What prepared all optimizers that step in the function around; and whether all callers pass prepared ones."""
    scope = file.tree.scope(backward.node)
    called = [call.func for call in file.tree.own(scope, tree.Call) if _is_step(file, call)]
    setups = [_setups_of(file, func.value, prepared) for func in called if isinstance(func, tree.Attribute)]
    known = [[one for one in ways if one is not None] for ways in setups]
    return (known[0][0], known == setups) if known and all(known) else None


def _is_step(file: File, call: tree.Call) -> bool:
    if not isinstance(call.func, tree.Attribute) or call.func.attr != "step":
        return False
    owner = file.value(call.func.value).value
    return owner.kind == "optimizer" or (
        owner.kind == "unknown" and bool(_OPTIMIZER.search(tree.last_name(call.func.value)))
    )


def _setups_of(
    file: File, optimizer: tree.Expression, prepared: dict[tree.Call, CallView], *, into_callers: bool = True
) -> list[CallView | None]:
    """The calls that have prepared an optimizer, as its name says, or the arguments of callers in this file.

    None stands for callers whose optimizer is not seen to be prepared.
    """
    found: list[CallView | None] = []
    for definition in _definitions(file, optimizer):
        if isinstance(definition.source, tree.Call) and definition.source in prepared:
            found.append(prepared[definition.source])
        function = file.tree.above(definition.node, tree.FunctionDef)
        if not isinstance(definition.node, tree.Parameter) or not isinstance(function, tree.FunctionDef):
            continue
        for call in checkpoints.calls_of(file, function) if into_callers else ():
            given = call.given(definition.node) if call.syntax is file.tree else None
            if given is not None:
                found += _setups_of(file, given, prepared, into_callers=False) or [None]
    return found


def _definitions(file: File, name: tree.Expression) -> list[Definition]:
    """What gives a name its value where it is read, or an attribute of `self` in its class."""
    if isinstance(name, tree.Name):
        found = reaching_definitions(file.tree, name)
        return [one for one in found if one is not None] or [*definitions_of(file.tree, name)]
    cls, dotted = file.tree.above(name, tree.ClassDef), tree.dotted(name) or ""
    return [*assignments_to(file.tree, cls, dotted)] if cls is not None and dotted.startswith("self.") else []


def _is_thrown_away(file: File, backward: CallView) -> bool:
    """Whether the gradients of the weights are cleared before the next step: those of an attack's inputs are wanted."""
    calls = file.tree.own(file.tree.scope(backward.node), tree.Call)
    methods = [
        (tree.dotted(one.func.value), one.func.attr, one) for one in calls if isinstance(one.func, tree.Attribute)
    ]
    optimizers = {owner for owner, _, call in methods if _is_step(file, call)}
    for optimizer in optimizers:
        after = (
            method
            for owner, method, call in methods
            if call.start >= backward.node.end and (owner == optimizer or owner not in optimizers)
        )
        if next((method for method in after if method in ("step", "zero_grad")), "") != "zero_grad":
            return False
    return bool(optimizers)


def _is_choice(file: File, backward: CallView) -> bool:
    """Whether a condition decides between this and the accelerator's own `backward`."""
    around = [backward.node, *file.tree.around(backward.node)]
    for here, above in pairwise(around):
        if isinstance(here, tree.Scope):
            return False
        if any(_ASKS.search(file.tree.text_of(test)) for test in tests_at(file.tree, here, above)):
            return True
        if isinstance(above, (tree.If, tree.Conditional)):
            others = (one for one in file.tree.inside(above, tree.Call) if tree.last_part(one.func) == "backward")
            if any(any(not argument.keyword for argument in one.args) for one in others):
                return True
    return False
