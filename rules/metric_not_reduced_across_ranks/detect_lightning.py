"""Numbers of an evaluation that a LightningModule logs without `sync_dist`, in a program for several processes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from torchlint.binding.use_def import resolved_expression
from torchlint.finding import Edit
from torchlint.queries import CallView
from torchlint.syntax import tree

from .detect import BRINGS_TOGETHER

if TYPE_CHECKING:
    from torchlint.binding.symbols import Function
    from torchlint.knowledge.effects import CallbackModel
    from torchlint.queries import File

_LOGS = ("log", "log_dict")
# How a Trainer's strategies begin that start several processes.
_FOR_SEVERAL = ("ddp", "fsdp", "deepspeed")
# What says who gets the number, or that it is none of the samples.
_DECIDES = frozenset(("sync_dist", "rank_zero_only"))


class LoggedShare(CallView):
    """A call of `self.log` that logs the mean over this process's samples."""

    __slots__ = ()

    @property
    def synchronised(self) -> tuple[Edit, ...]:
        """The edit that has Lightning average it over the processes."""
        return self.put_last("sync_dist=True")


def logged_shares(file: File) -> Iterator[LoggedShare]:
    """The first such call of each evaluation, in source order."""
    evaluations = [one for one in file.analysis.functions.values() if file.holds(one.node) and _evaluates(one)]
    if not evaluations or not _is_for_several(file):
        return
    found: dict[tree.Node, LoggedShare] = {}
    for function in evaluations:
        if BRINGS_TOGETHER.search(file.tree.text_of(function.node).replace("sync_dist", "")):
            continue  # it adds up the numbers itself
        for call in file.tree.own(function.node, tree.Call):
            if _logs(call) and not _is_of_all(file, call):
                found[call] = LoggedShare(file, call)
                break
    yield from sorted(found.values(), key=lambda one: one.node.start)


def _evaluates(function: Function) -> bool:
    """Whether Lightning calls a method in each validation or test, or such a method of the class calls it."""
    owner = function.owner
    if owner is None or not any(base.endswith("LightningModule") for base in owner.external_bases):
        return False
    if _is_evaluation(owner.callback(function.name)):
        return True
    for one in owner.node.body:
        if isinstance(one, tree.FunctionDef) and _is_evaluation(owner.callback(one.name)):
            calls = owner.unit.tree.own(one, tree.Call)
            if any(tree.dotted(call.func) == f"self.{function.name}" for call in calls):
                return True
    return False


def _is_evaluation(row: CallbackModel | None) -> bool:
    return row is not None and row.mode == "eval"


def _is_for_several(file: File) -> bool:
    """Whether a file of the program logs for several processes elsewhere, or gives a Trainer a strategy for them."""
    return any(unit.tree.once_of_all(_says_so) for unit in file.analysis.units)


def _says_so(syntax: tree.Tree) -> bool:
    logs = (call for name in _LOGS for call in syntax.calls_named(name))
    if any(one.keyword == "sync_dist" for call in logs for one in call.args):
        return True
    given = (one for call in syntax.calls_named("Trainer") for one in call.args if one.keyword == "strategy")
    strategies = (one.value.value for one in given if isinstance(one.value, tree.Constant))
    return any(str(strategy).startswith(_FOR_SEVERAL) for strategy in strategies)


def _logs(call: tree.Call) -> bool:
    return isinstance(call.func, tree.Attribute) and tree.dotted(call.func) in [f"self.{name}" for name in _LOGS]


def _is_of_all(file: File, call: tree.Call) -> bool:
    """Whether a call says for whom it logs, or logs a metric of torchmetrics, which brings the processes together."""
    if any(one.star or one.keyword in _DECIDES for one in call.args):
        return True
    value = tree.positional(call, 1 if tree.last_name(call.func) == "log" else 0)
    if value is None:
        return True
    made = resolved_expression(file.tree, value)
    if isinstance(made, tree.Call) and tree.last_name(made.func) == "compute":
        return True
    return isinstance(made, (tree.Attribute, tree.Constant))
